import { For, Show } from 'solid-js';
import { type Label, t } from '../../i18n/index.ts';
import type { Permission } from '../../session.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { type Icon, IconBell, IconChat, IconDisk, IconJobs, IconNetwork, IconSettings } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { mayConfigure } from '../settings/config-queries.ts';

/** Questions that a tool can answer for whoever may use it. */
const starters: readonly { words: Label; icon: Icon; permission: Permission }[] = [
  { words: 'chat.starter.offline', icon: IconNetwork, permission: 'devices.view' },
  { words: 'chat.starter.alerts', icon: IconBell, permission: 'alerts.view' },
  { words: 'chat.starter.disk', icon: IconDisk, permission: 'devices.view' },
  { words: 'chat.starter.failed', icon: IconJobs, permission: 'jobs.view' },
];

/** A chat that has not begun: what it is for, and questions that one might ask. A click only types them in. */
export function Welcome(props: { onChoose: (question: string) => void }) {
  const mine = () => starters.filter(({ permission }) => can(permission));
  return (
    <div class="chat-welcome">
      <IconChat class="i-lg" />
      <h2 class="lead">{t('chat.welcome')}</h2>
      <p class="sm dim">{t('chat.welcome_why')}</p>
      <Show when={mine().length > 0}>
        <ul aria-label={t('chat.starters')}>
          <For each={mine()}>
            {(starter) => (
              <li>
                <button type="button" class="choice type-choice" onClick={() => props.onChoose(t(starter.words))}>
                  <span class="row items-start">
                    <starter.icon class="mt-0.5 text-text-3" />
                    {t(starter.words)}
                  </span>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </div>
  );
}

/** No AI is set up: the way there for who may, a sentence for everybody else. */
export function NotSetUp() {
  const company = useCompany();
  return (
    <EmptyState
      icon={IconChat}
      title={t('chat.off')}
      actions={
        <Show when={mayConfigure()}>
          <LinkButton look="primary" icon={IconSettings} href={company.href('/settings/ai')}>
            {t('chat.set_up')}
          </LinkButton>
        </Show>
      }
    >
      {mayConfigure() ? t('chat.off_admin') : t('chat.off_user')}
    </EmptyState>
  );
}

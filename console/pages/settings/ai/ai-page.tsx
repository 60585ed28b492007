import { For } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { Card } from '../../../ui/card.tsx';
import { IconApprovals, IconKey, IconLock, IconShow } from '../../../ui/icons.ts';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { useConfig } from '../config-queries.ts';
import { SettingsPage } from '../settings-page.tsx';
import { AiCard } from './ai-card.tsx';

/** /settings/ai: which AI answers in the chat. */
export default function AiSettings() {
  const config = useConfig();
  return (
    <SettingsPage title={t('settings.ai')}>
      <div class="cols">
        <Loaded query={config} failed={t('ai_settings.failed')} skeleton={<Skeleton kind="lines" rows={8} />}>
          {(data) => <AiCard saved={data().ai} />}
        </Loaded>
        <Rules />
      </div>
    </SettingsPage>
  );
}

const rules = [
  [IconShow, 'ai_settings.rule.sees'],
  [IconApprovals, 'ai_settings.rule.proposes'],
  [IconLock, 'ai_settings.rule.private'],
  [IconKey, 'ai_settings.rule.key'],
] as const;

function Rules() {
  return (
    <Card title={t('ai_settings.rules')}>
      <ul class="list">
        <For each={rules}>
          {([Shape, words]) => (
            <li class="items-start">
              <Shape class="mt-0.5 text-text-3" />
              <span class="sm dim">{t(words)}</span>
            </li>
          )}
        </For>
      </ul>
    </Card>
  );
}

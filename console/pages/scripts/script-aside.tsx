import { For, Show } from 'solid-js';
import { formatDuration } from '../../i18n/format.ts';
import { type Label, t } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import type { Script } from './queries.ts';
import { shellName, systemsText } from './words.ts';

const kinds: Record<Script['used_by'][number]['kind'], Label> = {
  task: 'scripts.use.task',
  check: 'scripts.use.check',
  remediation: 'scripts.use.remediation',
};

/** What the script is for, and which tasks and checks run it. */
export function ScriptAside(props: { script: Script }) {
  const company = useCompany();
  const unused = () => props.script.used_by.length === 0 && props.script.used_elsewhere === 0;
  const place = (use: Script['used_by'][number]) => {
    const page = use.kind === 'task' ? '/monitoring/tasks' : '/monitoring/checks';
    return hasPage(`${page}/:id`) ? company.href(`${page}/${use.id}`) : undefined;
  };
  return (
    <aside class="stack">
      <Card title={t('scripts.facts')} pad>
        <Facts
          facts={[
            [t('scripts.category'), <VisibleText text={props.script.category || t('scripts.uncategorized')} />],
            [t('scripts.shell'), shellName(props.script.shell)],
            [t('scripts.systems'), systemsText(props.script.systems)],
            [t('jobs.fact.limit'), formatDuration(props.script.timeout_sec)],
            [t('scripts.version'), String(props.script.version)],
            [t('scripts.changed'), <RelativeTime at={props.script.updated_at} />],
          ]}
        />
      </Card>
      <Card title={t('scripts.used_by')} pad>
        <Show when={!unused()} fallback={<p class="muted sm">{t('scripts.used_by_none')}</p>}>
          <ul class="stack gap-2">
            <For each={props.script.used_by}>
              {(use) => (
                <li class="sm">
                  <span class="muted">{t(kinds[use.kind])}</span>{' '}
                  <Show when={place(use)} fallback={<VisibleText text={use.name} />}>
                    {(href) => (
                      <a href={href()}>
                        <VisibleText text={use.name} />
                      </a>
                    )}
                  </Show>
                </li>
              )}
            </For>
          </ul>
          <Show when={props.script.used_elsewhere > 0}>
            <p class="muted sm">{t('scripts.used_elsewhere', { count: props.script.used_elsewhere })}</p>
          </Show>
        </Show>
      </Card>
    </aside>
  );
}

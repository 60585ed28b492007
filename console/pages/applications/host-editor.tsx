import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconClose } from '../../ui/icons.ts';
import type { PolicyDraft } from './policy-draft.ts';
import type { Application } from './queries.ts';

const SUGGESTED = 8;

/** The hosts on the list, a field for another one, and those that registered applications already return to. */
export function HostEditor(props: { draft: PolicyDraft; applications: readonly Application[] }) {
  const listed = () => props.draft.values().allowed_hosts;
  const suggested = () =>
    suggestions(props.applications).filter((host) => !listed().some((entry) => names(entry, host)));
  return (
    <div class="stack gap-3">
      <Show when={listed().length > 0} fallback={<p class="sm muted">{t('apps.host_none')}</p>}>
        <ul class="row flex-wrap" aria-label={t('apps.host_list')}>
          <For each={listed()}>{(host) => <Chip host={host} onRemove={() => props.draft.remove(host)} />}</For>
        </ul>
      </Show>
      <div class="row items-start">
        <TextField
          class="grow"
          label={t('apps.host')}
          hint={t('apps.host_hint')}
          value={props.draft.entry()}
          onChange={props.draft.setEntry}
          error={props.draft.wrong() ? t('apps.host_wrong') : props.draft.save.issue('allowed_hosts')}
          input={{
            autocomplete: 'off',
            autocapitalize: 'off',
            spellcheck: false,
            maxlength: 300,
            placeholder: 'claude.ai',
            onKeyDown: (event) => {
              if (event.key !== 'Enter' || props.draft.entry().trim() === '') return;
              event.preventDefault();
              props.draft.addEntry();
            },
          }}
        />
        <Button class="mt-[26px]" icon={IconAdd} onClick={() => props.draft.addEntry()}>
          {t('apps.host_add')}
        </Button>
      </div>
      <Show when={suggested().length > 0}>
        <div class="row flex-wrap">
          <span class="xs muted">{t('apps.host_suggest')}</span>
          <For each={suggested()}>
            {(host) => (
              <Button size="s" look="quiet" icon={IconAdd} onClick={() => props.draft.add(host)}>
                {host}
              </Button>
            )}
          </For>
        </div>
      </Show>
      <p class="hint">{t('apps.host_local')}</p>
    </div>
  );
}

function Chip(props: { host: string; onRemove: () => void }) {
  return (
    <li class="chip max-w-full">
      <span class="mono ellipsis" title={props.host}>
        {props.host}
      </span>
      <button type="button" aria-label={t('apps.host_remove', { host: props.host })} onClick={() => props.onRemove()}>
        <IconClose class="i-sm" />
      </button>
    </li>
  );
}

/** As the server has it: `*.<domain>` stands for what is below it. */
const names = (entry: string, host: string): boolean =>
  entry === host || (entry.startsWith('*.') && host.endsWith(entry.slice(1)));

/** Only hosts without a warning: to name one that nobody knows should take typing it. */
function suggestions(applications: readonly Application[]): string[] {
  const hosts = applications
    .filter(({ status }) => status === 'approved')
    .flatMap(({ hosts: all, unknown_hosts }) => all.filter((host) => !unknown_hosts.includes(host)))
    // Private-use schemes count with the user's own computer.
    .map((host) => (host.endsWith(':') ? 'localhost' : host));
  return [...new Set(['claude.ai', 'claude.com', 'chatgpt.com', 'vscode.dev', 'localhost', ...hosts])].slice(
    0,
    SUGGESTED,
  );
}

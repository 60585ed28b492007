import { For, Show } from 'solid-js';
import { ApiError } from '../../api.ts';
import { rich, t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { IconInfo, IconWarn } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { SHELLS } from '../scripts/words.ts';
import { accountName } from './account.ts';
import { type Draft, MAX_TARGETS, type ScriptTarget } from './draft.ts';
import { GivenFields } from './given-fields.tsx';
import { LibraryChoice } from './library-choice.tsx';

/** With whose rights it runs: one name when all of the devices have the same. */
function rightsHint(targets: readonly ScriptTarget[]): string {
  const [first] = targets;
  const name = accountName(first?.family);
  const same = first?.family !== undefined && targets.every(({ family }) => accountName(family) === name);
  return same ? t('run_script.script_hint_as', { account: name }) : t('run_script.script_hint');
}

type FormProps = { id: string; draft: Draft; targets: readonly ScriptTarget[]; tooMany: boolean };

/** What to run, where, and for how long at most. */
export function RunScriptForm(props: FormProps) {
  const { submit } = props.draft;
  const isOwn = () => props.draft.scriptId() === undefined;
  // Enter makes a line in a script; with Ctrl or ⌘ it sends, as everywhere where people write.
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLFormElement }) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <form id={props.id} class="stack" onSubmit={submit.onSubmit} onKeyDown={onKeyDown}>
      <Targets targets={props.targets} />
      <Show when={props.tooMany}>
        <Note icon={IconWarn} look="warn">
          {t('run_script.too_many', { count: MAX_TARGETS })}
        </Note>
      </Show>
      <LibraryChoice draft={props.draft} targets={props.targets} />
      <Show when={isOwn()}>
        <TextArea
          label={t('run_script.script')}
          hint={rightsHint(props.targets)}
          value={props.draft.script()}
          onChange={props.draft.setScript}
          error={submit.issue('script')}
          rows={9}
          mono
          input={{ required: true, spellcheck: false, autocapitalize: 'none', autocomplete: 'off' }}
        />
      </Show>
      <div class="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Show when={isOwn()}>
          <Select
            label={t('run_script.shell')}
            value={props.draft.shell()}
            onChange={props.draft.setShell}
            options={SHELLS}
          />
        </Show>
        <TextField
          label={t('run_script.timeout')}
          hint={t('run_script.timeout_hint')}
          value={props.draft.minutes()}
          onChange={props.draft.setMinutes}
          error={props.draft.minutesValid() ? submit.issue('timeout_sec') : t('run_script.timeout_wrong')}
          input={{ inputmode: 'numeric', autocomplete: 'off', required: true }}
        />
      </div>
      <Show when={isOwn()}>
        <TextField
          label={t('run_script.description')}
          hint={t('run_script.description_hint')}
          optional
          value={props.draft.description()}
          onChange={props.draft.setDescription}
          error={submit.issue('description')}
          input={{ maxlength: 500, autocomplete: 'off' }}
        />
      </Show>
      <GivenFields draft={props.draft} />
      <Show when={submit.error() !== undefined}>
        <Failure error={submit.error()} />
      </Show>
    </form>
  );
}

function Targets(props: { targets: readonly ScriptTarget[] }) {
  const offline = () => props.targets.filter(({ online }) => online === false).length;
  const companies = () => new Set(props.targets.map(({ company }) => company ?? '')).size;
  const many = () => props.targets.length > 1;
  return (
    <div class="stack gap-2">
      <p class="strong text-text">
        <Show
          when={many()}
          fallback={rich('run_script.on_one', { name: <VisibleText text={props.targets[0]?.hostname ?? ''} /> })}
        >
          {t('run_script.on_many', {
            count: props.targets.length,
            companies: t('run_script.companies', { count: companies() }),
          })}
        </Show>
      </p>
      <Show when={many()}>
        <TargetNames label={t('run_script.targets')} names={props.targets.map(({ hostname }) => hostname)} />
      </Show>
      <Show when={offline() > 0}>
        <Note icon={IconInfo}>
          {many() ? t('run_script.offline_many', { count: offline() }) : t('run_script.offline_one')}
        </Note>
      </Show>
    </div>
  );
}

/** All the names that an act reaches, in a box that scrolls. They come from the devices, so nothing in them hides. */
export function TargetNames(props: { label: string; names: readonly string[] }) {
  return (
    <ScrollBox class="targets" label={props.label}>
      <VisibleText text={props.names.join(', ')} />
    </ScrollBox>
  );
}

/** The sentence of a refusal names this many devices itself (domain/jobs/requirements.ts). */
const NAMED_IN_SENTENCE = 10;

/** A refusal may name the devices whose agent is too old for the shell; beyond ten its sentence is not enough. */
function Failure(props: { error: unknown }) {
  const outdated = () => outdatedOf(props.error);
  return (
    <>
      <ErrorState what={t('run_script.failed')} error={props.error} />
      <Show when={outdated().length > NAMED_IN_SENTENCE}>
        <div class="stack gap-2">
          <p>{t('run_script.outdated')}</p>
          <ScrollBox class="targets" label={t('run_script.outdated')}>
            <For each={outdated()}>
              {(name) => (
                <div>
                  <VisibleText text={name} />
                </div>
              )}
            </For>
          </ScrollBox>
        </div>
      </Show>
    </>
  );
}

function outdatedOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code !== 'agent_too_old') return [];
  const { devices } = error.body;
  if (!Array.isArray(devices)) return [];
  return devices.flatMap((device: unknown) =>
    typeof device === 'object' && device !== null && 'hostname' in device ? [String(device.hostname)] : [],
  );
}

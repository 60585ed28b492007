import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { ScriptEditor } from '../../ui/editor/script-editor.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { ParameterFields } from '../scripts/parameter-fields.tsx';
import { useScripts } from '../scripts/queries.ts';
import { SHELLS, shellName } from '../scripts/words.ts';
import type { ProgramDraft } from './program-draft.ts';

export type ProgramFieldsProps = {
  program: ProgramDraft;
  onChange: (change: Partial<ProgramDraft>) => void;
  /** What the server found wrong, by the path below the program. */
  issue: (path: string) => string | undefined;
};

/** A script of the library with its parameters, or one that is written here. */
export function ProgramFields(props: ProgramFieldsProps) {
  const scripts = useScripts();
  const all = () => (scripts.isSuccess ? scripts.data.scripts : []);
  const chosen = () => all().find(({ id }) => id === props.program.scriptId);
  const setEnv = (name: string, value: string) => props.onChange({ env: { ...props.program.env, [name]: value } });
  return (
    <div class="stack">
      <Show when={can('scripts.view')} fallback={<p class="hint">{t('checks.program_hidden')}</p>}>
        <div>
          <Segmented
            label={t('checks.program')}
            segments={[
              { value: 'library', label: t('checks.program_library') },
              { value: 'own', label: t('checks.program_own') },
            ]}
            value={props.program.from}
            onChange={(from) => props.onChange({ from, env: {}, kept: [] })}
          />
        </div>
      </Show>
      <Show when={props.program.from === 'library'} fallback={<OwnText {...props} />}>
        <Combobox
          label={t('checks.program_choose')}
          options={all().map(({ id, name, description, shell }) => ({
            ...{ value: id, label: name, hint: [shellName(shell), description].filter(Boolean).join(' · ') },
          }))}
          value={props.program.scriptId}
          onChange={(scriptId) => props.onChange({ scriptId, env: {}, kept: [] })}
          error={props.issue('script_id')}
        />
        <Show when={chosen()}>
          {(script) => (
            <ParameterFields
              parameters={script().parameters}
              values={props.program.env}
              onChange={setEnv}
              issue={(name) => props.issue(`env.${name}`)}
            />
          )}
        </Show>
        <For each={props.program.kept.filter((name) => !props.program.env[name])}>
          {(name) => (
            <p class="hint">
              {name}: {t('checks.secret_kept')}
            </p>
          )}
        </For>
      </Show>
      <TextArea
        label={t('checks.args')}
        hint={t('checks.args_hint')}
        optional
        mono
        rows={2}
        value={props.program.args}
        onChange={(args) => props.onChange({ args })}
        error={props.issue('args')}
        input={{ spellcheck: false, autocapitalize: 'none', autocomplete: 'off' }}
      />
    </div>
  );
}

function OwnText(props: ProgramFieldsProps) {
  return (
    <>
      <Select
        label={t('checks.shell')}
        options={SHELLS}
        value={props.program.shell}
        onChange={(shell) => props.onChange({ shell })}
      />
      <ScriptEditor
        label={t('checks.program')}
        value={props.program.script}
        shell={props.program.shell}
        onChange={(script) => props.onChange({ script })}
        error={props.issue('script')}
      />
    </>
  );
}

/** A number beside others of its kind. */
export function NumberField(props: {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  wrong: boolean;
  error: string | undefined;
  optional?: boolean | undefined;
}) {
  return (
    <TextField
      label={props.label}
      hint={props.hint}
      optional={props.optional ?? false}
      value={props.value}
      onChange={props.onChange}
      error={props.wrong ? t('checks.not_number') : props.error}
      input={{ inputmode: 'decimal', autocomplete: 'off', maxlength: 20 }}
    />
  );
}

import { createUniqueId, For, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ScriptEditor } from '../../ui/editor/script-editor.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Submit } from '../../ui/form.ts';
import { Select } from '../../ui/select.tsx';
import { type EditedDraft, minutesValid } from './draft.ts';
import { ParametersEditor } from './parameters-editor.tsx';
import { type System, useCategories } from './queries.ts';
import { SHELLS, SYSTEMS, systemName } from './words.ts';

/** Fields whose errors the form shows beside them. */
export const scriptFields = ['name', 'description', 'category', 'body', 'timeout_sec'];

type FormProps = { edited: EditedDraft; submit: Submit; foot: JSX.Element };

/** Name, place, text and parameters of a script. Ctrl or ⌘ with Enter saves. */
export function ScriptForm(props: FormProps) {
  const draft = () => props.edited.draft;
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLFormElement }) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <form class="stack" onSubmit={props.submit.onSubmit} onKeyDown={onKeyDown}>
      <Card pad>
        <div class="stack">
          <Facts {...props} />
          <ScriptEditor
            label={t('scripts.body')}
            value={draft().body}
            shell={draft().shell}
            onChange={(body) => props.edited.set({ body })}
            error={props.submit.issue('body')}
          />
        </div>
      </Card>
      <Card title={t('scripts.parameters')} sub={t('scripts.parameters_sub')} pad>
        <ParametersEditor
          parameters={draft().parameters}
          onChange={(parameters) => props.edited.set({ parameters })}
          issue={props.submit.issue}
        />
      </Card>
      {props.foot}
    </form>
  );
}

function Facts(props: FormProps) {
  const draft = () => props.edited.draft;
  const categories = useCategories();
  const list = createUniqueId();
  return (
    <>
      <div class="grid grid-cols-1 gap-4 md:grid-cols-2">
        <TextField
          label={t('scripts.name')}
          value={draft().name}
          onChange={(name) => props.edited.set({ name })}
          error={props.submit.issue('name')}
          input={{ required: true, maxlength: 200, autocomplete: 'off' }}
        />
        <div>
          <TextField
            label={t('scripts.category')}
            optional
            value={draft().category}
            onChange={(category) => props.edited.set({ category })}
            error={props.submit.issue('category')}
            input={{ maxlength: 100, autocomplete: 'off', list }}
          />
          <datalist id={list}>
            <For each={categories.isSuccess ? categories.data.categories : []}>
              {({ name }) => <option value={name} />}
            </For>
          </datalist>
        </div>
      </div>
      <TextField
        label={t('scripts.description')}
        optional
        value={draft().description}
        onChange={(description) => props.edited.set({ description })}
        error={props.submit.issue('description')}
        input={{ maxlength: 2000, autocomplete: 'off' }}
      />
      <div class="grid grid-cols-1 gap-4 md:grid-cols-3">
        <Select
          label={t('scripts.shell')}
          value={draft().shell}
          onChange={(shell) => props.edited.set({ shell })}
          options={SHELLS}
        />
        <TextField
          label={t('run_script.timeout')}
          value={draft().minutes}
          onChange={(minutes) => props.edited.set({ minutes })}
          error={minutesValid(draft().minutes) ? props.submit.issue('timeout_sec') : t('run_script.timeout_wrong')}
          input={{ inputmode: 'numeric', autocomplete: 'off', required: true }}
        />
        <Systems value={draft().systems} onChange={(systems) => props.edited.set({ systems })} />
      </div>
    </>
  );
}

function Systems(props: { value: readonly System[]; onChange: (systems: System[]) => void }) {
  const toggle = (system: System, on: boolean) =>
    props.onChange(SYSTEMS.filter((one) => (one === system ? on : props.value.includes(one))));
  return (
    <fieldset class="field">
      <legend class="label mb-1.5">{t('scripts.systems')}</legend>
      <div class="row flex-wrap gap-4">
        <For each={SYSTEMS}>
          {(system) => (
            <Checkbox
              checked={props.value.includes(system)}
              onChange={(on) => toggle(system, on)}
              label={systemName(system)}
            />
          )}
        </For>
      </div>
      <Show when={props.value.length === 0}>
        <span class="hint">{t('scripts.any_system_hint')}</span>
      </Show>
    </fieldset>
  );
}

import { Index, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconDelete } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import type { Parameter } from './queries.ts';
import { TYPES, typeName } from './words.ts';

export type ParametersEditorProps = {
  parameters: readonly Parameter[];
  onChange: (parameters: Parameter[]) => void;
  /** What the server found wrong at `parameters.0.name`. */
  issue: (path: string) => string | undefined;
};

const fresh = (): Parameter => ({
  ...{ name: '', type: 'text', description: '', required: false },
  ...{ default: null, choices: [] },
});

/** The parameters of a script, each with its type and default. */
export function ParametersEditor(props: ParametersEditorProps) {
  const change = (index: number, fields: Partial<Parameter>) =>
    props.onChange(props.parameters.map((one, at) => (at === index ? { ...one, ...fields } : one)));
  return (
    <div class="stack">
      <p class="hint">{t('scripts.parameters_hint')}</p>
      <Index each={props.parameters}>
        {(parameter, index) => (
          <ParameterRow
            parameter={parameter()}
            onChange={(fields) => change(index, fields)}
            onRemove={() => props.onChange(props.parameters.filter((_, at) => at !== index))}
            issue={(field) => props.issue(`parameters.${index}.${field}`)}
          />
        )}
      </Index>
      <Show when={props.issue('parameters')}>{(wrong) => <p class="field-error">{wrong()}</p>}</Show>
      <div>
        <Button icon={IconAdd} onClick={() => props.onChange([...props.parameters, fresh()])}>
          {t('scripts.parameter_add')}
        </Button>
      </div>
    </div>
  );
}

type RowProps = {
  parameter: Parameter;
  onChange: (fields: Partial<Parameter>) => void;
  onRemove: () => void;
  issue: (field: string) => string | undefined;
};

function ParameterRow(props: RowProps) {
  const type = () => props.parameter.type;
  // What a type cannot have goes with it: the server would refuse it.
  const setType = (next: Parameter['type']) =>
    props.onChange({ type: next, default: null, ...(next !== 'choice' && { choices: [] }) });
  return (
    <fieldset class="stack gap-3 rounded-md border border-border p-3">
      <legend class="vh">{props.parameter.name || t('scripts.parameter')}</legend>
      <div class="grid grid-cols-1 gap-3 md:grid-cols-3">
        <TextField
          label={t('scripts.parameter_name')}
          value={props.parameter.name}
          onChange={(name) => props.onChange({ name })}
          error={props.issue('name')}
          input={{ required: true, maxlength: 100, autocomplete: 'off', spellcheck: false, class: 'mono' }}
        />
        <Select
          label={t('scripts.parameter_type')}
          options={TYPES.map((value) => ({ value, label: typeName(value) }))}
          value={type()}
          onChange={setType}
        />
        <Default {...props} />
      </div>
      <Show when={type() === 'choice'}>
        <TextField
          label={t('scripts.parameter_choices')}
          hint={t('scripts.parameter_choices_hint')}
          value={props.parameter.choices.join(', ')}
          onChange={(text) => props.onChange({ choices: choicesOf(text) })}
          error={props.issue('choices')}
          input={{ autocomplete: 'off' }}
        />
      </Show>
      <TextField
        label={t('scripts.parameter_description')}
        optional
        value={props.parameter.description}
        onChange={(description) => props.onChange({ description })}
        error={props.issue('description')}
        input={{ maxlength: 500, autocomplete: 'off' }}
      />
      <div class="row justify-between">
        <Checkbox
          checked={props.parameter.required}
          onChange={(required) => props.onChange({ required })}
          label={t('scripts.parameter_required')}
        />
        <IconButton
          look="quiet"
          icon={IconDelete}
          label={t('scripts.parameter_remove', { name: props.parameter.name })}
          onClick={props.onRemove}
        />
      </div>
    </fieldset>
  );
}

/** What a run gets that says nothing of it. A secret has none: it would lie in the library. */
function Default(props: RowProps) {
  const value = () => props.parameter.default ?? '';
  const set = (text: string) => props.onChange({ default: text === '' ? null : text });
  const options = () => {
    const values = props.parameter.type === 'boolean' ? ['true', 'false'] : props.parameter.choices;
    return [{ value: '', label: t('scripts.default_none') }, ...values.map((one) => ({ value: one, label: one }))];
  };
  return (
    <Show when={props.parameter.type !== 'secret'}>
      <Show
        when={props.parameter.type === 'boolean' || props.parameter.type === 'choice'}
        fallback={
          <TextField
            label={t('scripts.parameter_default')}
            optional
            value={value()}
            onChange={set}
            error={props.issue('default')}
            input={{
              autocomplete: 'off',
              maxlength: 4096,
              inputmode: props.parameter.type === 'number' ? 'decimal' : 'text',
            }}
          />
        }
      >
        <Select
          label={t('scripts.parameter_default')}
          options={options()}
          value={value()}
          onChange={set}
          error={props.issue('default')}
        />
      </Show>
    </Show>
  );
}

/** A comma at the end stays while somebody types on. */
function choicesOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trimStart());
  return parts.length === 1 && parts[0] === '' ? [] : parts;
}

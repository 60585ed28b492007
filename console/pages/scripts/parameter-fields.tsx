import { For, Match, Switch } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Parameter } from './queries.ts';

export type ParameterFieldsProps = {
  parameters: readonly Parameter[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
  /** What the server found wrong with one, by its name. */
  issue: (name: string) => string | undefined;
};

/** What a parameter begins with. */
export const startOf = ({ default: value }: Parameter): string => value ?? '';

/** A field for each parameter of a script, by its type. */
export function ParameterFields(props: ParameterFieldsProps) {
  return (
    <div class="grid grid-cols-1 gap-4 md:grid-cols-2">
      <For each={props.parameters}>{(parameter) => <Field {...props} parameter={parameter} />}</For>
    </div>
  );
}

function Field(props: ParameterFieldsProps & { parameter: Parameter }) {
  const name = () => props.parameter.name;
  const value = () => props.values[name()] ?? '';
  const set = (text: string) => props.onChange(name(), text);
  const frame = () => ({
    label: name(),
    hint: <VisibleText text={props.parameter.description} />,
    error: props.issue(name()),
  });
  return (
    <Switch
      fallback={
        <TextField
          {...frame()}
          optional={!props.parameter.required}
          value={value()}
          onChange={set}
          input={{
            type: props.parameter.type === 'secret' ? 'password' : 'text',
            inputmode: props.parameter.type === 'number' ? 'decimal' : 'text',
            autocomplete: props.parameter.type === 'secret' ? 'new-password' : 'off',
            required: props.parameter.required,
            maxlength: 4096,
            placeholder: props.parameter.default ?? '',
            spellcheck: false,
          }}
        />
      }
    >
      <Match when={props.parameter.type === 'boolean'}>
        <Checkbox
          checked={value() === 'true'}
          onChange={(on) => set(String(on))}
          label={name()}
          hint={<VisibleText text={props.parameter.description} />}
        />
      </Match>
      <Match when={props.parameter.type === 'choice'}>
        <Select
          {...frame()}
          value={value()}
          onChange={set}
          options={[
            ...(props.parameter.required ? [] : [{ value: '', label: t('scripts.default_none') }]),
            ...props.parameter.choices.map((choice) => ({ value: choice, label: shownText(choice) })),
          ]}
        />
      </Match>
    </Switch>
  );
}

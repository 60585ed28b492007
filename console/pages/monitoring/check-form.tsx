import { For, type JSX, Match, Show, Switch } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Submit } from '../../ui/form.ts';
import { IconApprovals } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { Note } from '../../ui/status.tsx';
import type { CheckForm, NumberField as Field } from './check-draft.ts';
import { measureOf, typeName, typeWhy } from './check-words.ts';
import type { ConfigField } from './config-fields.ts';
import { NumberField, ProgramFields } from './program-fields.tsx';

type Props = { form: CheckForm; submit: Submit };

/** The cards of a check: what it watches, when that is bad, how often, and what then. */
export function CheckFields(props: Props & { typeAside?: JSX.Element }) {
  const { draft, set } = props.form;
  return (
    <>
      <Card title={t('checks.settings')} sub={typeName(draft.type)} end={props.typeAside} pad>
        <div class="stack">
          <p class="dim">{typeWhy(draft.type)}</p>
          <TextField
            label={t('checks.name')}
            value={draft.name}
            onChange={(name) => set('name', name)}
            error={props.submit.issue('name')}
            input={{ required: true, maxlength: 200, autocomplete: 'off' }}
          />
          <Show when={draft.type === 'script'} fallback={<ConfigFields {...props} />}>
            <ProgramFields
              program={draft.program}
              onChange={(change) => set('program', change)}
              issue={(path) => props.submit.issue(`config.${path}`) ?? props.submit.issue(path)}
            />
            <ApprovalNote />
          </Show>
        </div>
      </Card>
      <Thresholds {...props} />
      <Timing {...props} />
      <RemediationCard {...props} />
    </>
  );
}

const ApprovalNote = () => <Note icon={IconApprovals}>{t('checks.approval_why')}</Note>;

function ConfigFields(props: Props) {
  return (
    <Show when={props.form.config().length > 0}>
      <div class="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        <For each={props.form.config()}>{(field) => <ConfigInput {...props} field={field} />}</For>
      </div>
    </Show>
  );
}

function ConfigInput(props: Props & { field: ConfigField }) {
  const { draft, set } = props.form;
  const { key, kind, hint, required, choices = [] } = props.field;
  const text = () => String(draft.config[key] ?? '');
  const write = (value: string | boolean) => set('config', key, value);
  const error = () => props.submit.issue(`config.${key}`);
  return (
    <Switch
      fallback={
        <TextField
          label={t(props.field.label)}
          hint={hint && t(hint)}
          optional={!required && props.field.start === undefined}
          value={text()}
          onChange={write}
          error={error()}
          input={{ required: required === true, autocomplete: 'off', spellcheck: false, maxlength: 4096 }}
        />
      }
    >
      <Match when={kind === 'boolean'}>
        <Checkbox checked={draft.config[key] === true} onChange={write} label={t(props.field.label)} />
      </Match>
      <Match when={kind === 'number'}>
        <NumberField
          label={t(props.field.label)}
          hint={hint && t(hint)}
          optional={!required && props.field.start === undefined}
          value={text()}
          onChange={write}
          wrong={props.form.wrongConfig(key) && text() !== ''}
          error={error()}
        />
      </Match>
      <Match when={kind === 'choice'}>
        <Select
          label={t(props.field.label)}
          options={choices.map(({ value, label }) => ({ value, label: label ? t(label) : value }))}
          value={text()}
          onChange={write}
        />
      </Match>
    </Switch>
  );
}

function Numbers(props: Props & { field: Field; label: string; hint?: string; optional?: boolean }) {
  const { draft, set } = props.form;
  return (
    <NumberField
      label={props.label}
      hint={props.hint}
      optional={props.optional}
      value={draft.numbers[props.field]}
      onChange={(value) => set('numbers', props.field, value)}
      wrong={props.form.wrongNumber(props.field)}
      error={props.submit.issue(props.field)}
    />
  );
}

function Thresholds(props: Props) {
  const measure = () => measureOf(props.form.draft.type);
  const hint = () => {
    const { unit = '', worse = 'higher' } = measure() ?? {};
    if (unit === '') return t('checks.from_on_plain');
    return worse === 'higher' ? t('checks.from_on', { unit }) : t('checks.down_to', { unit });
  };
  return (
    <Card title={t('checks.thresholds')} pad>
      <Show when={measure()} fallback={<p class="dim">{t('checks.no_thresholds')}</p>}>
        <div class="grid grid-cols-1 items-start gap-4 md:grid-cols-3">
          <Numbers {...props} field="warn_threshold" label={t('checks.warn_at')} hint={hint()} optional />
          <Numbers {...props} field="err_threshold" label={t('checks.err_at')} hint={hint()} optional />
          <Numbers {...props} field="hysteresis" label={t('checks.hysteresis')} hint={t('checks.hysteresis_hint')} />
        </div>
      </Show>
    </Card>
  );
}

function Timing(props: Props) {
  const { draft, set } = props.form;
  return (
    <Card title={t('checks.timing')} pad>
      <div class="stack">
        <div class="grid grid-cols-1 items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
          <Numbers {...props} field="interval_sec" label={t('checks.interval')} hint={t('checks.interval_hint')} />
          <Numbers {...props} field="failure_count" label={t('checks.failures')} />
          <Numbers {...props} field="recovery_count" label={t('checks.recoveries')} />
          <Numbers {...props} field="timeout_sec" label={t('checks.timeout')} />
          <Numbers {...props} field="cooldown_sec" label={t('checks.cooldown')} />
        </div>
        <Checkbox checked={draft.enabled} onChange={(on) => set('enabled', on)} label={t('checks.enabled')} />
      </div>
    </Card>
  );
}

function RemediationCard(props: Props) {
  const { draft, set } = props.form;
  return (
    <Card title={t('checks.remediation')} pad>
      <div class="stack">
        <Checkbox
          checked={draft.remediate}
          onChange={(on) => set('remediate', on)}
          label={t('checks.remediation_on')}
          hint={t('checks.remediation_hint')}
        />
        <Show when={draft.remediate}>
          <ProgramFields
            program={draft.remediation}
            onChange={(change) => set('remediation', change)}
            issue={(path) => props.submit.issue(`remediation.${path}`)}
          />
          <div class="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
            <NumberField
              label={t('checks.max_per_hour')}
              value={draft.perHour}
              onChange={(value) => set('perHour', value)}
              wrong={false}
              error={props.submit.issue('remediation.max_per_hour')}
            />
            <NumberField
              label={t('checks.program_timeout')}
              value={draft.remediationTimeout}
              onChange={(value) => set('remediationTimeout', value)}
              wrong={false}
              error={props.submit.issue('remediation.timeout_sec')}
            />
          </div>
          <ApprovalNote />
        </Show>
      </div>
    </Card>
  );
}

import { Match, Switch } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import type { Owner } from './check-draft.ts';
import { DevicePicker } from './device-picker.tsx';
import { usePolicies } from './queries.ts';

/** Whom a new check belongs to; it never changes afterwards. */
export function OwnerFields(props: { owner: Owner; onChange: (owner: Owner) => void }) {
  const policies = usePolicies();
  const changeable = () => (policies.isSuccess ? policies.data.policies.filter((policy) => policy.changeable) : []);
  const choices = () => [
    ...(can('policies.view')
      ? [{ value: 'policy' as const, label: t('checks.belongs_policy'), hint: t('checks.belongs_policy_hint') }]
      : []),
    ...(can('devices.view')
      ? [{ value: 'device' as const, label: t('checks.belongs_device'), hint: t('checks.belongs_device_hint') }]
      : []),
  ];
  const policy = () => (props.owner.kind === 'policy' ? props.owner : undefined);
  const device = () => (props.owner.kind === 'device' ? props.owner : undefined);
  return (
    <Card title={t('checks.belongs')} pad>
      <div class="stack">
        <Choices
          label={t('checks.belongs')}
          choices={choices()}
          value={props.owner.kind}
          onChange={(kind) => props.onChange(kind === 'policy' ? { kind, id: undefined } : { kind, device: undefined })}
        />
        <Switch>
          <Match when={policy()}>
            {(chosen) => (
              <Combobox
                label={t('checks.policy')}
                options={changeable().map(({ id, name, description }) => ({
                  value: id,
                  label: name,
                  hint: description,
                }))}
                value={chosen().id}
                onChange={(id) => props.onChange({ kind: 'policy', id })}
              />
            )}
          </Match>
          <Match when={device()}>
            {(chosen) => (
              <DevicePicker
                value={chosen().device}
                onChange={(picked) => props.onChange({ kind: 'device', device: picked })}
              />
            )}
          </Match>
        </Switch>
      </div>
    </Card>
  );
}

import { createSignal, Match, Show, Switch } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconError } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { covered } from '../organisation/access.ts';
import { useOrganisation } from '../organisation/organisation.ts';
import { PlaceTree } from '../organisation/place-tree.tsx';
import { type Place, placeName } from '../organisation/places.ts';
import { Refused } from '../settings/refused.tsx';
import { DevicePicker } from './device-picker.tsx';
import { type Policy, readMonitoringAgain } from './queries.ts';

const FORM_ID = 'assign-policy';

/** Chooses where a policy is to run: a place that the caller manages, or one device. */
export function AssignDialog(props: { policy: Policy; onClose: () => void }) {
  const organisation = useOrganisation();
  const [kind, setKind] = createSignal<'place' | 'device'>(can('clients.view') ? 'place' : 'device');
  const [place, setPlace] = createSignal<Place | undefined>();
  const [device, setDevice] = createSignal<{ id: string; hostname: string } | undefined>();
  const target = () => {
    const [at, machine] = [place(), device()];
    if (kind() === 'device') return machine && { type: 'agent' as const, id: machine.id, name: machine.hostname };
    return at && { type: at.kind, id: at.id, name: placeName(at) };
  };
  const { id, name } = props.policy;
  const form = createSubmit(async () => {
    const chosen = target();
    if (!chosen) return;
    await api('POST /api/policies/:id/assignments', {
      params: { id },
      body: { scope_type: chosen.type, scope_id: chosen.id },
    });
    readMonitoringAgain();
    toast(t('policies.assigned_to', { name, place: chosen.name }));
    props.onClose();
  });
  const explained = () => explain(form.error());
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('policies.assign_title', { name })}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()} disabled={target() === undefined}>
            {t('policies.assign_action')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <p>{t('policies.assign_why')}</p>
        <Show when={can('clients.view') && can('devices.view')}>
          <div>
            <Segmented
              label={t('policies.assign_to')}
              segments={[
                { value: 'place', label: t('policies.assign_place') },
                { value: 'device', label: t('policies.assign_device') },
              ]}
              value={kind()}
              onChange={setKind}
            />
          </div>
        </Show>
        <Switch>
          <Match when={kind() === 'place'}>
            <PlaceTree
              label={t('policies.assign_place')}
              organisation={organisation}
              selected={place()?.id}
              onSelect={setPlace}
              selectable={(one) => covered(one, ['client', 'site', 'group'])}
            />
            <Show when={place()}>
              {(chosen) => <p class="hint">{t('policies.assign_count', { count: chosen().devices })}</p>}
            </Show>
          </Match>
          <Match when={kind() === 'device'}>
            <DevicePicker label={t('policies.assign_device')} value={device()} onChange={setDevice} />
          </Match>
        </Switch>
        <Show when={explained()} fallback={<Refused what={t('policies.assign_failed')} error={form.error()} />}>
          {(why) => (
            <Note icon={IconError} look="err">
              <strong>{t('policies.assign_failed')}</strong> {why()}
            </Note>
          )}
        </Show>
      </form>
    </Dialog>
  );
}

function explain(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'already_assigned') return t('policies.already');
  return error.code === 'jobs_manage_required' ? t('policies.needs_approver') : undefined;
}

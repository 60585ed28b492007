import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { CountField, Dialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconHelp, IconInfo, IconMove, IconWarn } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { ErrorState, errorAdvice } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { UNTYPED_LIMIT } from '../../ui/untyped-limit.ts';
import { TargetNames } from '../jobs/run-script-form.tsx';
import { managesPlace } from '../organisation/access.ts';
import { useOrganisation } from '../organisation/organisation.ts';
import { PlaceTree } from '../organisation/place-tree.tsx';
import { type Place, placeName } from '../organisation/places.ts';
import type { Device } from './device-words.ts';
import { BULK_LIMIT, moveBack, moveDevices, type Placed } from './move.ts';

export type MoveDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  devices: readonly Device[];
  /** When what is on screen has been read again. */
  onMoved?: () => void;
};

/** Moves devices to a site or a department, all or none, with a way back. */
export function MoveDialog(props: MoveDialogProps) {
  return (
    <Show when={props.open}>
      <OpenDialog {...props} />
    </Show>
  );
}

const FORM_ID = 'move-devices';
const NOWHERE = 'nowhere';

function OpenDialog(props: MoveDialogProps) {
  // What is moved is decided when the dialog opens; the rows behind it live on.
  const devices = [...props.devices];
  const [to, setTo] = createSignal<Place | typeof NOWHERE | undefined>();
  const [typed, setTyped] = createSignal('');
  const count = devices.length;
  const counted = () => count <= UNTYPED_LIMIT || typed().trim() === String(count);
  const ready = () => to() !== undefined && counted() && count <= BULK_LIMIT && !alreadyThere(devices, to());
  const form = createSubmit(async () => {
    const place = to();
    if (place === undefined || !ready()) return;
    await moveDevices(devices, place === NOWHERE ? null : place);
    props.onMoved?.();
    props.onOpenChange(false);
    tell(devices, place === NOWHERE ? t('devices.unassigned') : placeName(place));
  });
  return (
    <Dialog
      open
      onOpenChange={props.onOpenChange}
      title={
        count === 1
          ? t('devices.move_title_one', { name: shownText(devices[0]?.hostname ?? '') })
          : t('devices.move_title_many', { count })
      }
      foot={
        <>
          <Button onClick={() => props.onOpenChange(false)}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" icon={IconMove} busy={form.busy()} disabled={!ready()}>
            {t('devices.move_submit')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <Show when={count > 1}>
          <TargetNames label={t('devices.title')} names={devices.map(({ hostname }) => hostname)} />
        </Show>
        <Destination devices={devices} to={to()} onTo={setTo} />
        <Show when={count > BULK_LIMIT}>
          <Note icon={IconWarn} look="warn">
            {t('devices.bulk_limit', { count: BULK_LIMIT })}
          </Note>
        </Show>
        <Show when={count > UNTYPED_LIMIT}>
          <CountField count={count} value={typed()} onChange={setTyped} />
        </Show>
        <Note icon={IconInfo}>{t('devices.move_why')}</Note>
        <Show when={form.error() !== undefined}>
          <ErrorState what={t('devices.move_failed')} error={form.error()} />
        </Show>
      </form>
    </Dialog>
  );
}

type DestinationProps = {
  devices: readonly Device[];
  to: Place | typeof NOWHERE | undefined;
  onTo: (to: Place | typeof NOWHERE) => void;
};

/** Sites and departments that the principal manages; out of the organisation goes one device at a time (CONTRACT.md). */
function Destination(props: DestinationProps) {
  const organisation = useOrganisation();
  const mayLeave = () => props.devices.length === 1 && me()?.unscoped === true && props.devices[0]?.client_id !== null;
  const chosen = () => (props.to === NOWHERE ? t('devices.unassigned') : props.to && placeName(props.to));
  return (
    <div class="stack gap-2">
      <p>
        <span class="label">{t('devices.move_to')}</span>{' '}
        <span role="status">
          {alreadyThere(props.devices, props.to) ? t('devices.move_here') : (chosen() ?? t('devices.move_choose'))}
        </span>
      </p>
      <ScrollBox class="targets max-h-72" label={t('devices.move_to_label')}>
        <PlaceTree
          label={t('devices.move_to_label')}
          organisation={organisation}
          selected={props.to === NOWHERE ? NOWHERE : props.to?.id}
          selectable={(place) => place.kind !== 'client' && managesPlace(place)}
          onSelect={props.onTo}
          first={mayLeave() ? [{ id: NOWHERE, label: t('devices.unassigned'), icon: IconHelp }] : []}
          onFirst={() => props.onTo(NOWHERE)}
        />
      </ScrollBox>
    </div>
  );
}

/** Whether all of them are in that very place. */
function alreadyThere(devices: readonly Placed[], to: Place | typeof NOWHERE | undefined): boolean {
  if (to === undefined || to === NOWHERE) return false;
  return devices.every(({ site_id, group_id }) =>
    to.kind === 'group' ? group_id === to.id : site_id === to.id && group_id === null,
  );
}

function tell(devices: readonly Device[], place: string) {
  const text =
    devices.length === 1
      ? t('devices.moved_one', { name: shownText(devices[0]?.hostname ?? ''), place })
      : t('devices.moved_many', { count: devices.length, place });
  const back = moveBack(devices);
  const run = () => {
    back?.().then(
      () => toast(t('devices.moved_back')),
      (error: unknown) => toast(errorAdvice(error), { look: 'err' }),
    );
  };
  toast(text, back ? { action: { label: t('ui.undo'), run } } : {});
}

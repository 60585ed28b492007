import { For, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { devicesPath, type Place } from './places.ts';
import { readAgain } from './read-again.ts';

/** Asks before a company, site or department goes, and says what goes with it. A site with devices stays. */
export function DeletePlaceDialog(props: { place: Place; onClose: () => void }) {
  const place = props.place;
  const form = createSubmit(async () => {
    await deletePlace(place);
    toast(t('organisation.deleted', { name: place.name }));
    props.onClose();
  });
  /** Devices that keep the site: as the list has it, or as the server just said, who may count more than we see. */
  const holding = () => heldBy(form.error()) ?? (place.kind === 'site' ? place.devices : 0);

  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t('organisation.delete_title', { name: place.name })}
      action={t(`organisation.delete_${place.kind}`)}
      count={place.kind === 'site' ? 0 : place.devices}
      busy={form.busy()}
      disabled={holding() > 0}
      onConfirm={form.send}
    >
      <Show
        when={holding() > 0}
        fallback={
          <ul class="list-disc pl-4">
            <For each={consequences(place)}>{(sentence) => <li>{sentence}</li>}</For>
          </ul>
        }
      >
        <Note icon={IconWarn} look="warn">
          {t('organisation.site_holds', { count: holding() })}{' '}
          <a class="link" href={devicesPath(place)}>
            {t('organisation.show_devices', { name: place.name })}
          </a>
        </Note>
      </Show>
      <Refused
        what={t('organisation.delete_failed')}
        error={heldBy(form.error()) === undefined ? form.error() : undefined}
      />
    </ConfirmDialog>
  );
}

/** What goes and what stays, one sentence each. */
function consequences(place: Place): string[] {
  const groups = place.kind === 'client' ? place.children.flatMap(({ children }) => children) : place.children;
  const sites = place.kind === 'client' ? place.children.length : 0;
  const site = place.above.at(-1)?.name ?? '';
  return [
    ...(sites > 0 ? [t('organisation.goes_sites', { count: sites })] : []),
    ...(groups.length > 0 ? [t('organisation.goes_groups', { count: groups.length })] : []),
    ...(place.kind === 'client' && place.devices > 0 ? [t('organisation.unassigned', { count: place.devices })] : []),
    ...(place.kind === 'group' && place.devices > 0
      ? [t('organisation.leave_group', { count: place.devices, site })]
      : []),
    t('organisation.goes_tokens'),
    t('organisation.goes_scopes'),
  ];
}

/** The count of a 409 site_not_empty. */
function heldBy(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'site_not_empty') return undefined;
  return typeof error.body.count === 'number' ? error.body.count : 1;
}

async function deletePlace({ kind, id }: Place): Promise<void> {
  const input = { params: { id } };
  if (kind === 'client') await api('DELETE /api/clients/:id', input);
  else if (kind === 'site') await api('DELETE /api/sites/:id', input);
  else await api('DELETE /api/groups/:id', input);
  await readAgain();
}

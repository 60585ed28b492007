import { Match, Switch } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast.tsx';
import { DeletePlaceDialog } from './delete-place-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import type { Place } from './places.ts';
import { readAgain } from './read-again.ts';

/** What somebody wants to do in the organisation. */
export type PlaceAct =
  | { kind: 'create'; what: Place['kind']; inside?: Place }
  | { kind: 'rename'; place: Place }
  | { kind: 'delete'; place: Place };

type CreateAct = Extract<PlaceAct, { kind: 'create' }>;

/** The dialog of the act at hand; none without one. */
export function ActDialogs(props: { act: PlaceAct | undefined; onClose: () => void }) {
  const creating = () => (props.act?.kind === 'create' ? props.act : undefined);
  const renaming = () => (props.act?.kind === 'rename' ? props.act : undefined);
  const deleting = () => (props.act?.kind === 'delete' ? props.act : undefined);
  return (
    <Switch>
      <Match when={creating()} keyed>
        {(act) => (
          <NameDialog
            title={t(`organisation.new_${act.what}`)}
            why={act.inside && t('organisation.new_in', { name: act.inside.name })}
            action={t('organisation.create')}
            failed={t('organisation.create_failed')}
            taken={t(`organisation.taken_${act.what}`)}
            onSave={async (name) => {
              await create(act, name);
              toast(t('organisation.created', { name }));
            }}
            onClose={props.onClose}
          />
        )}
      </Match>
      <Match when={renaming()} keyed>
        {({ place }) => (
          <NameDialog
            title={t('organisation.rename_title', { name: place.name })}
            why={t('organisation.rename_why')}
            name={place.name}
            action={t('organisation.rename_submit')}
            failed={t('organisation.rename_failed')}
            taken={t(`organisation.taken_${place.kind}`)}
            onSave={async (name) => {
              if (name === place.name) return;
              await rename(place, name);
              toast(t('organisation.renamed', { before: place.name, name }));
            }}
            onClose={props.onClose}
          />
        )}
      </Match>
      <Match when={deleting()} keyed>
        {({ place }) => <DeletePlaceDialog place={place} onClose={props.onClose} />}
      </Match>
    </Switch>
  );
}

async function create({ what, inside }: CreateAct, name: string): Promise<void> {
  const id = inside?.id ?? '';
  if (what === 'client') await api('POST /api/clients', { body: { name } });
  else if (what === 'site') await api('POST /api/sites', { body: { client_id: id, name } });
  else await api('POST /api/groups', { body: { site_id: id, name } });
  await readAgain();
}

async function rename({ kind, id }: Place, name: string): Promise<void> {
  const input = { params: { id }, body: { name } };
  if (kind === 'client') await api('PATCH /api/clients/:id', input);
  else if (kind === 'site') await api('PATCH /api/sites/:id', input);
  else await api('PATCH /api/groups/:id', input);
  await readAgain();
}

import { createEffect, createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { enrollsInto } from '../organisation/access.ts';
import { useOrganisation } from '../organisation/organisation.ts';
import { allPlaces, type Place, placeIds } from '../organisation/places.ts';
import { MadeTokenView } from './made-token-view.tsx';
import type { EnrollToken, MadeToken } from './token.ts';
import { type Destination, TokenForm, type TokenValues } from './token-form.tsx';

export type NewTokenDialogProps = {
  /** Where devices go, as the address names it; anything that is no such place is left alone. */
  placeId: string | undefined;
  /** The token as the list has it now. */
  current: (id: string) => EnrollToken | undefined;
  onMade: () => void;
  onClose: () => void;
};

const FORM_ID = 'new-token';

/** Makes a token and shows its install command, this once. */
export function NewTokenDialog(props: NewTokenDialogProps) {
  const organisation = useOrganisation();
  const [values, setValues] = createSignal<TokenValues>({ description: '', uses: '1', ttl: '72' });
  const [to, setTo] = createSignal<Destination | undefined>();
  const [made, setMade] = createSignal<MadeToken | undefined>();
  const uses = () => Number(values().uses);
  const usesValid = () => Number.isInteger(uses()) && uses() >= 1 && uses() <= 10_000;

  // The place of the address, else the only one there is.
  createEffect(() => {
    if (to() !== undefined || !organisation.loaded()) return;
    const sites = allPlaces(organisation.companies()).filter((place) => place.kind === 'site' && enrollsInto(place));
    const named = organisation.place(props.placeId);
    setTo(named && enrollsInto(named) ? named : sites.length === 1 ? sites[0] : undefined);
  });

  const form = createSubmit(async () => {
    const destination = to();
    if (destination === undefined || !usesValid()) return;
    const { description, ttl } = values();
    const place = destination === 'nowhere' ? {} : placeOf(destination);
    setMade(
      await api('POST /api/enroll-tokens', {
        body: { description, uses: uses(), ttl_hours: Number(ttl), ...place },
      }),
    );
    props.onMade();
  }, ['description', 'uses', 'ttl_hours']);

  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      wide={made() !== undefined}
      title={made() ? t('enrollment.made_title') : t('enrollment.new')}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{made() ? t('ui.close') : t('ui.cancel')}</Button>
          <Show when={!made()}>
            <Button
              type="submit"
              form={FORM_ID}
              look="primary"
              busy={form.busy()}
              disabled={to() === undefined || !usesValid()}
            >
              {t('enrollment.create')}
            </Button>
          </Show>
        </>
      }
    >
      <Show
        when={made()}
        fallback={
          <TokenForm
            id={FORM_ID}
            form={form}
            values={values()}
            onValues={(change) => setValues({ ...values(), ...change })}
            usesValid={usesValid()}
            organisation={organisation}
            to={to()}
            onTo={setTo}
            mayNowhere={me()?.unscoped === true}
          />
        }
      >
        {(token) => <MadeTokenView made={token()} current={props.current(token().id)} />}
      </Show>
    </Dialog>
  );
}

function placeOf(place: Place): { site_id?: string; group_id?: string } {
  const { site_id, group_id } = placeIds(place);
  return { ...(site_id && { site_id }), ...(group_id && { group_id }) };
}

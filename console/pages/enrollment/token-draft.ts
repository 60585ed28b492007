import { type Accessor, createEffect, createSignal } from 'solid-js';
import { api } from '../../api.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import { enrollsInto } from '../organisation/access.ts';
import { type Organisation, useOrganisation } from '../organisation/organisation.ts';
import { allPlaces, type Place, placeIds } from '../organisation/places.ts';
import type { MadeToken } from './token.ts';

/** A site or department, or on purpose none. */
export type Destination = Place | 'nowhere';

/** Hours that a token may be valid. */
export const HOURS = ['1', '24', '72', '168', '720', '8760'] as const;
export type TokenValues = { description: string; uses: string; ttl: (typeof HOURS)[number] };

/** As schema/enroll-tokens.ts has them. */
const USES = { min: 1, max: 10_000 };

export type TokenDraft = {
  organisation: Organisation;
  values: Accessor<TokenValues>;
  change: (change: Partial<TokenValues>) => void;
  to: Accessor<Destination | undefined>;
  setTo: (to: Destination) => void;
  usesValid: Accessor<boolean>;
  ready: Accessor<boolean>;
  form: Submit;
  /** The token with its value, once it is made. */
  made: Accessor<MadeToken | undefined>;
};

/** The state of a token being made. It starts with the place that is asked for, else with the only site there is. */
export function createTokenDraft(placeId: Accessor<string | undefined>, onMade: () => void): TokenDraft {
  const organisation = useOrganisation();
  const [values, setValues] = createSignal<TokenValues>({ description: '', uses: '1', ttl: '72' });
  const [to, setTo] = createSignal<Destination | undefined>();
  const [made, setMade] = createSignal<MadeToken | undefined>();
  const uses = () => Number(values().uses);
  const usesValid = () => Number.isInteger(uses()) && uses() >= USES.min && uses() <= USES.max;
  const ready = () => to() !== undefined && usesValid();

  createEffect(() => {
    if (to() === undefined && organisation.loaded()) setTo(firstPlace(organisation, placeId()));
  });
  const form = createSubmit(async () => {
    if (!ready()) return;
    const { description, ttl } = values();
    const body = { description, uses: uses(), ttl_hours: Number(ttl), ...destinationIds(to()) };
    setMade(await api('POST /api/enroll-tokens', { body }));
    onMade();
  }, ['description', 'uses', 'ttl_hours']);
  return {
    organisation,
    values,
    change: (change) => setValues({ ...values(), ...change }),
    to,
    setTo,
    usesValid,
    ready,
    form,
    made,
  };
}

function firstPlace(organisation: Organisation, asked: string | undefined): Place | undefined {
  const named = organisation.place(asked);
  if (named && enrollsInto(named)) return named;
  const sites = allPlaces(organisation.companies()).filter((place) => place.kind === 'site' && enrollsInto(place));
  return sites.length === 1 ? sites[0] : undefined;
}

function destinationIds(to: Destination | undefined): { site_id?: string; group_id?: string } {
  if (to === undefined || to === 'nowhere') return {};
  const { site_id, group_id } = placeIds(to);
  return { ...(site_id && { site_id }), ...(group_id && { group_id }) };
}

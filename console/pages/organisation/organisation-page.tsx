import { createMemo, createSignal, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can, me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconCompany, IconSearch } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { ActDialogs, type PlaceAct } from './act-dialogs.tsx';
import { type Organisation, useOrganisation } from './organisation.ts';
import { PlaceRows } from './place-rows.tsx';
import { placesMatching } from './places.ts';

/** From this many companies on, they start closed. */
const CLOSED_FROM = 8;

/** Settings → Organisation: companies with their sites and departments, made, renamed and deleted. */
export default function OrganisationPage() {
  const organisation = useOrganisation();
  const [act, setAct] = createSignal<PlaceAct | undefined>();
  const addButton = () => (
    <Show when={can('clients.manage') && me()?.unscoped}>
      <Button look="primary" icon={IconAdd} onClick={() => setAct({ kind: 'create', what: 'client' })}>
        {t('organisation.new_client')}
      </Button>
    </Show>
  );
  return (
    <SettingsPage title={t('settings.organisation')} actions={addButton()}>
      <Show
        when={organisation.loaded()}
        fallback={
          <Show when={organisation.error() !== undefined} fallback={<Skeleton rows={6} />}>
            <ErrorState what={t('organisation.failed')} error={organisation.error()} retry={organisation.retry} />
          </Show>
        }
      >
        <Places organisation={organisation} onAct={setAct} addButton={addButton} />
      </Show>
      <ActDialogs act={act()} onClose={() => setAct(undefined)} />
    </SettingsPage>
  );
}

type PlacesProps = { organisation: Organisation; onAct: (act: PlaceAct) => void; addButton: () => JSX.Element };

function Places(props: PlacesProps) {
  const [text, setText] = createSignal('');
  const shown = createMemo(() => placesMatching(props.organisation.companies(), text()));
  const empty = () => props.organisation.companies().length === 0;
  return (
    <>
      <div class="filters">
        <TextField
          label={t('organisation.find')}
          class="w-full md:w-90 [&>.head]:sr-only"
          icon={IconSearch}
          value={text()}
          onChange={setText}
          input={{ type: 'search', placeholder: t('organisation.find'), autocomplete: 'off' }}
        />
      </div>
      <section class="card overflow-hidden" aria-label={t('organisation.tree')}>
        <PlaceRows
          places={shown()}
          place={(id) => props.organisation.place(id)}
          level={1}
          open={text().trim() !== '' || props.organisation.companies().length < CLOSED_FROM}
          onAct={props.onAct}
        />
        <Show when={empty()}>
          <EmptyState icon={IconCompany} title={t('organisation.empty')} actions={props.addButton()}>
            {t('organisation.empty_why')}
          </EmptyState>
        </Show>
        <Show when={!empty() && shown().length === 0}>
          <NothingFound text={text().trim()} onClear={() => setText('')} />
        </Show>
      </section>
    </>
  );
}

function NothingFound(props: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconSearch}
      title={t('organisation.nothing')}
      actions={<Button onClick={() => props.onClear()}>{t('organisation.clear')}</Button>}
    >
      {t('organisation.nothing_why', { text: props.text })}
    </EmptyState>
  );
}

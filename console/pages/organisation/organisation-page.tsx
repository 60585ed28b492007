import { createMemo, createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can, me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconCompany, IconSearch } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { ActDialogs, type PlaceAct } from './act-dialogs.tsx';
import { useOrganisation } from './organisation.ts';
import { PlaceRows } from './place-rows.tsx';
import { placesMatching } from './places.ts';

/** From this many companies on, they start closed. */
const CLOSED_FROM = 8;

/** Settings → Organisation: companies with their sites and departments, made, renamed and deleted. */
export default function OrganisationPage() {
  const organisation = useOrganisation();
  const [text, setText] = createSignal('');
  const [act, setAct] = createSignal<PlaceAct | undefined>();
  const shown = createMemo(() => placesMatching(organisation.companies(), text()));
  const mayAdd = () => can('clients.manage') && me()?.unscoped === true;
  const addButton = () => (
    <Show when={mayAdd()}>
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
            place={(id) => organisation.place(id)}
            level={1}
            open={text().trim() !== '' || organisation.companies().length < CLOSED_FROM}
            onAct={setAct}
          />
          <Show when={organisation.companies().length === 0}>
            <EmptyState icon={IconCompany} title={t('organisation.empty')} actions={addButton()}>
              {t('organisation.empty_why')}
            </EmptyState>
          </Show>
          <Show when={organisation.companies().length > 0 && shown().length === 0}>
            <EmptyState
              icon={IconSearch}
              title={t('organisation.nothing')}
              actions={<Button onClick={() => setText('')}>{t('organisation.clear')}</Button>}
            >
              {t('organisation.nothing_why', { text: text().trim() })}
            </EmptyState>
          </Show>
        </section>
      </Show>
      <ActDialogs act={act()} onClose={() => setAct(undefined)} />
    </SettingsPage>
  );
}

import { createMemo, createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can, me } from '../../session.ts';
import { TextField } from '../../ui/field.tsx';
import { IconInfo, IconLock, IconSearch, IconWarn } from '../../ui/icons.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { CheckTree } from '../../ui/tree/check-tree.tsx';
import type { TreeNode } from '../../ui/tree/tree.tsx';
import { covered } from '../organisation/access.ts';
import { type Organisation, useOrganisation } from '../organisation/organisation.ts';
import { placeIcons } from '../organisation/place-tree.tsx';
import type { Place } from '../organisation/places.ts';
import { DevicePicker } from './device-picker.tsx';
import type { ScopeRow } from './queries.ts';
import { ScopeChips } from './scope-chips.tsx';
import { withDevice, without, withPlace } from './scope-rows.ts';

export type ScopeEditorProps = {
  rows: readonly ScopeRow[];
  onChange: (rows: ScopeRow[]) => void;
  /** What the account was limited to is gone: nothing chosen is not yet a decision. */
  lost?: boolean;
};

/** From this many companies and sites on, a field finds them. */
const FIELD_FROM = 12;

/** What an account reaches: companies, sites and departments in a tree, devices by name. Nothing means no limit, and says so. */
export function ScopeEditor(props: ScopeEditorProps) {
  const organisation = useOrganisation();
  return (
    <div class="stack">
      <Reach rows={props.rows} lost={props.lost ?? false} />
      <Show when={props.rows.length > 0}>
        <ScopeChips
          rows={props.rows}
          organisation={organisation}
          onRemove={(id) => props.onChange(without(props.rows, id))}
        />
      </Show>
      <Show when={can('clients.view')} fallback={<Note icon={IconInfo}>{t('settings.clients_hidden')}</Note>}>
        <Places {...props} organisation={organisation} />
      </Show>
      <Show when={can('devices.view')}>
        <DevicePicker onPick={(id) => props.onChange(withDevice(props.rows, id))} />
      </Show>
    </div>
  );
}

/** In words, what the choice means. */
function Reach(props: { rows: readonly ScopeRow[]; lost: boolean }) {
  const scoped = () => me()?.unscoped === false;
  return (
    <Show
      when={props.rows.length === 0}
      fallback={
        <p class="row sm dim">
          <IconLock class="i-sm" />
          {t('scope.limited')}
        </p>
      }
    >
      <Show when={!scoped()} fallback={<Note icon={IconInfo}>{t('scope.choose_first')}</Note>}>
        <Show
          when={props.lost}
          fallback={
            <Note icon={IconWarn} look="warn">
              <strong>{t('scope.unrestricted')}</strong> {t('scope.unrestricted_why')}
            </Note>
          }
        >
          <Note icon={IconWarn} look="warn">
            <strong>{t('scope.lost')}</strong> {t('scope.lost_why')}
          </Note>
        </Show>
      </Show>
    </Show>
  );
}

function Places(props: ScopeEditorProps & { organisation: Organisation }) {
  const [text, setText] = createSignal('');
  const companies = () => props.organisation.companies();
  const nodes = createMemo(() => companies().map(nodeOf));
  const chosen = createMemo(() => new Set(props.rows.map(({ scope_id }) => scope_id)));
  const many = () => companies().reduce((sum, { children }) => sum + 1 + children.length, 0) >= FIELD_FROM;
  return (
    <Show when={props.organisation.loaded()} fallback={<Waiting organisation={props.organisation} />}>
      <Show when={companies().length > 0}>
        <div>
          <Show when={many()}>
            <TextField
              label={t('organisation.find')}
              class="mb-2 [&>.head]:sr-only"
              icon={IconSearch}
              value={text()}
              onChange={setText}
              input={{ placeholder: t('organisation.find'), autocomplete: 'off', type: 'search' }}
            />
          </Show>
          <CheckTree
            label={t('scope.tree')}
            nodes={nodes()}
            chosen={chosen()}
            text={text()}
            onToggle={(id, on) => {
              const place = props.organisation.place(id);
              if (place) props.onChange(withPlace(props.rows, place, on));
            }}
          />
        </div>
      </Show>
    </Show>
  );
}

function Waiting(props: { organisation: Organisation }) {
  return (
    <Show when={props.organisation.error() !== undefined} fallback={<Skeleton kind="lines" rows={4} />}>
      <ErrorState what={t('organisation.failed')} error={props.organisation.error()} retry={props.organisation.retry} />
    </Show>
  );
}

/** A scoped caller sees what lies above its scope, but hands out only what lies in it. */
function nodeOf(place: Place): TreeNode {
  return {
    id: place.id,
    label: place.name,
    icon: placeIcons[place.kind],
    children: place.children.map(nodeOf),
    disabled: !covered(place, ['client', 'site', 'group']),
  };
}

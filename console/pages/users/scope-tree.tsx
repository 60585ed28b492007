import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { type Accessor, createMemo, createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can, me } from '../../session.ts';
import { TextField } from '../../ui/field.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { CheckTree } from '../../ui/tree/check-tree.tsx';
import type { TreeNode } from '../../ui/tree/nodes.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { placesMatching } from '../organisation/places.ts';
import { createDeviceBranches, type Device } from './device-branches.ts';
import type { ScopeTarget } from './queries.ts';
import { branchQuery, foundNode, HOMELESS, hasOwnDevices, homelessNode, placeNode } from './scope-nodes.ts';
import { covers, holders, withDevice, withPlace } from './scope-rows.ts';

export type ScopeTreeProps = {
  organisation: Organisation;
  targets: readonly ScopeTarget[];
  onChange: (targets: ScopeTarget[]) => void;
};

/** A search shows no more companies and devices than somebody looks through; typing on finds the others. */
const COMPANIES = 50;
const DEVICES = 20;

/** Companies, sites, departments and their devices, to choose what an account reaches. */
export function ScopeTree(props: ScopeTreeProps) {
  const [text, setText] = createSignal('');
  const branches = createDeviceBranches();
  const found = useFoundDevices(text);
  const homeless = useHomeless();
  const matching = createMemo(() => placesMatching(props.organisation.companies(), text()));
  const companies = () => (text().trim() === '' ? matching() : matching().slice(0, COMPANIES));
  const nodes = createMemo(() => [
    ...companies().map((place) => placeNode(place, branches)),
    ...(homeless() && text().trim() === '' ? [homelessNode(branches)] : []),
    ...found.devices().map((device) => foundNode(device, covers(props.targets, device))),
  ]);
  const open = (id: string) => {
    const place = props.organisation.place(id);
    if (id === HOMELESS) branches.open(id, { client_id: 'none' });
    else if (place && hasOwnDevices(place) && can('devices.view')) branches.open(id, branchQuery(place));
  };
  const toggle = (node: TreeNode, chosen: boolean) => {
    const place = props.organisation.place(node.id);
    if (place) props.onChange(withPlace(props.targets, place, chosen));
    else if (node.value) chooseDevice(node.value, node.label, chosen);
  };
  function chooseDevice(id: string, hostname: string, chosen: boolean) {
    const device = found.devices().find((one) => one.id === id) ?? branches.device(id);
    const nowhere = { id, hostname, client_id: null, site_id: null, group_id: null };
    props.onChange(withDevice(props.targets, device ?? nowhere, chosen));
  }
  return (
    <div class="stack gap-2">
      <TextField
        label={t('scope.find')}
        class="[&>.head]:sr-only"
        icon={IconSearch}
        value={text()}
        onChange={setText}
        input={{ type: 'search', placeholder: t('scope.find'), autocomplete: 'off', maxlength: 200 }}
      />
      <Show when={nodes().length > 0} fallback={<p class="hint">{t('scope.none_found')}</p>}>
        <div class="tree-box">
          <CheckTree
            label={t('scope.tree')}
            nodes={nodes()}
            chosen={new Set(props.targets.map(({ scope_id }) => scope_id))}
            holding={holders(props.targets)}
            text={text()}
            onToggle={toggle}
            onOpen={open}
          />
        </div>
      </Show>
      <Show when={matching().length > companies().length || found.total() > found.devices().length}>
        <p class="hint">{t('scope.type_more')}</p>
      </Show>
    </div>
  );
}

/** Devices that hold the text in their name, user or address, from the first letters on. */
function useFoundDevices(text: Accessor<string>) {
  const q = () => text().trim();
  const query = useQuery(() => ({
    queryKey: ['devices', { q: q(), limit: DEVICES }],
    queryFn: ({ signal }) => api('GET /api/devices', { query: { q: q(), limit: DEVICES }, signal }),
    enabled: can('devices.view') && q().length >= 2,
    placeholderData: keepPreviousData,
  }));
  const shown = () => (query.isSuccess && q().length >= 2 ? query.data : undefined);
  return { devices: (): readonly Device[] => shown()?.devices ?? [], total: () => shown()?.total ?? 0 };
}

/** Whether there are devices in no company; somebody with an access scope reaches none of those. */
function useHomeless(): Accessor<boolean> {
  const query = useQuery(() => ({
    queryKey: ['devices', { client_id: 'none', limit: 1 }],
    queryFn: ({ signal }) => api('GET /api/devices', { query: { client_id: 'none', limit: 1 }, signal }),
    enabled: can('devices.view') && me()?.unscoped === true,
  }));
  return () => query.isSuccess && query.data.total > 0;
}

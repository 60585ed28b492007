import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { createSignal } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { Option } from '../../ui/select.tsx';

const SHOWN = 10;

/** Finds a device on the server and hands over its id. */
export function DevicePicker(props: { onPick: (id: string) => void }) {
  const [text, setText] = createSignal('');
  const [picked, setPicked] = createSignal<string | undefined>();
  const found = useQuery(() => ({
    queryKey: ['devices', { q: text(), limit: SHOWN }],
    queryFn: ({ signal }) => api('GET /api/devices', { query: { q: text(), limit: SHOWN }, signal }),
    placeholderData: keepPreviousData,
  }));
  const options = (): Option[] => (found.isSuccess ? found.data.devices.map(optionOf) : []);
  function pick(id: string | undefined) {
    if (id === undefined) return;
    setPicked(id);
    props.onPick(id);
    // Kobalte empties its field when the value goes back to none, ready for the next device.
    queueMicrotask(() => setPicked(undefined));
  }
  return (
    <Combobox
      label={t('scope.find_device')}
      hint={t('scope.find_device_hint')}
      options={options()}
      value={picked()}
      onSearch={setText}
      onChange={pick}
    />
  );
}

type Device = Output<'GET /api/devices'>['devices'][number];

function optionOf(device: Device): Option {
  const where = [device.client_name, device.site_name, device.group_name].filter(Boolean).join(', ');
  return { value: device.id, label: device.hostname, ...(where && { hint: where }) };
}

import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { createSignal } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { shownText } from '../../ui/code/visible.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** So many show; typing on finds the others. */
const SHOWN = 10;

type Device = { id: string; hostname: string };

/** Finds a device on the server. */
export function DevicePicker(props: { label?: string; value: Device | undefined; onChange: (device: Device) => void }) {
  const [text, setText] = createSignal('');
  const found = useQuery(() => ({
    queryKey: ['devices', { q: text().trim(), limit: SHOWN }],
    queryFn: ({ signal }) => api('GET /api/devices', { query: { q: text().trim(), limit: SHOWN }, signal }),
    enabled: can('devices.view'),
    placeholderData: keepPreviousData,
  }));
  const options = () => {
    const list = found.isSuccess
      ? found.data.devices.map(({ id, hostname, client_name, site_name }) => ({
          ...{ value: id, label: shownText(hostname) },
          hint: [client_name, site_name].filter(Boolean).join(', '),
        }))
      : [];
    const { value } = props;
    // What is picked stays named while somebody types.
    return value && !list.some((option) => option.value === value.id)
      ? [{ value: value.id, label: shownText(value.hostname), hint: '' }, ...list]
      : list;
  };
  return (
    <Combobox
      label={props.label ?? t('checks.device')}
      options={options()}
      value={props.value?.id}
      onSearch={setText}
      search={found}
      onChange={(id) => {
        const chosen = options().find((option) => option.value === id);
        if (chosen) props.onChange({ id: chosen.value, hostname: chosen.label });
      }}
    />
  );
}

import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { createSignal, For, Show } from 'solid-js';
import { createStore, reconcile } from 'solid-js/store';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { type Device, deviceStatus, targetOf } from '../devices/device-words.ts';
import type { ScriptTarget } from '../jobs/draft.ts';
import type { System } from './queries.ts';
import { systemsText } from './words.ts';

/** As many as are shown at once; the field finds the others. */
const SHOWN = 100;

export type ChooseDevicesProps = {
  /** Others are not offered; none: any. */
  systems: readonly System[];
  onCancel: () => void;
  onChosen: (targets: readonly ScriptTarget[]) => void;
};

/** Picks the devices for a script, by name. For whole companies and filters the device list has its own way. */
export function ChooseDevices(props: ChooseDevicesProps) {
  const [q, setQ] = createSignal('');
  const [picked, setPicked] = createStore<Record<string, ScriptTarget>>({});
  const devices = useQuery(() => ({
    queryKey: ['devices', { q: q(), limit: SHOWN }],
    queryFn: ({ signal }) => api('GET /api/devices', { query: { q: q(), limit: SHOWN }, signal }),
    placeholderData: keepPreviousData,
  }));
  const suits = (device: Device) =>
    props.systems.length === 0 || props.systems.some((system) => system === device.os.family);
  const shown = (all: readonly Device[]) => all.filter(suits);
  const toggle = (device: Device, on: boolean) => {
    const { [device.id]: _dropped, ...rest } = picked;
    setPicked(reconcile(on ? { ...rest, [device.id]: targetOf(device) } : rest));
  };
  const targets = () => Object.values(picked);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onCancel()}
      wide
      title={t('scripts.choose_devices')}
      foot={
        <>
          <span class="sm dim mr-auto" role="status">
            {t('scripts.chosen', { count: targets().length })}
          </span>
          <Button onClick={props.onCancel}>{t('ui.cancel')}</Button>
          <Button look="primary" disabled={targets().length === 0} onClick={() => props.onChosen([...targets()])}>
            {t('scripts.go_on')}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t('scripts.find_device')}
          icon={IconSearch}
          hint={
            props.systems.length > 0 ? t('scripts.only_systems', { systems: systemsText(props.systems) }) : undefined
          }
          value={q()}
          onChange={setQ}
          input={{ type: 'search', autocomplete: 'off', maxlength: 200 }}
        />
        <Loaded query={devices} failed={t('scripts.devices_failed')}>
          {(data) => (
            <Show when={shown(data().devices).length > 0} fallback={<p class="muted sm">{t('scripts.no_device')}</p>}>
              <ScrollBox class="targets" label={t('run_script.targets')}>
                <ul class="stack gap-1">
                  <For each={shown(data().devices)}>
                    {(device) => (
                      <li class="row">
                        <Checkbox
                          checked={picked[device.id] !== undefined}
                          onChange={(on) => toggle(device, on)}
                          label={<VisibleText text={device.hostname} />}
                        />
                        <span class="xs muted ellipsis grow">{device.client_name ?? t('jobs.unassigned')}</span>
                        <StatusWord {...deviceStatus(device)} class="xs" />
                      </li>
                    )}
                  </For>
                </ul>
              </ScrollBox>
              <Show when={data().total > data().devices.length}>
                <p class="hint">{t('scripts.more_devices', { count: data().total - data().devices.length })}</p>
              </Show>
            </Show>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

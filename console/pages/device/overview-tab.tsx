import { Show } from 'solid-js';
import { can } from '../../session.ts';
import { DeviceAlerts } from '../alerts/device-alerts.tsx';
import type { Device } from '../devices/device-words.ts';
import { AboutCard } from './about-card.tsx';
import { FigureCards } from './figure-cards.tsx';
import { LastJobs } from './last-jobs.tsx';
import { NoteCard } from './note-card.tsx';
import type { useInventory } from './queries.ts';
import { SystemCard } from './system-card.tsx';
import { VolumesCard } from './volumes.tsx';

type OverviewTabProps = {
  device: Device;
  inventory: ReturnType<typeof useInventory>;
  onTab: (tab: string) => void;
};

/** What one looks for first: figures, volumes, what ran last, what the device is. */
export function OverviewTab(props: OverviewTabProps) {
  const inventory = () => (props.inventory.isSuccess ? (props.inventory.data ?? undefined) : undefined);
  return (
    <div class="stack">
      <FigureCards device={props.device} inventory={inventory()} />
      <div class="cols">
        <div class="stack">
          <Show when={can('alerts.view')}>
            <DeviceAlerts deviceId={props.device.id} />
          </Show>
          <Show when={can('jobs.view')}>
            <LastJobs deviceId={props.device.id} onAll={() => props.onTab('jobs')} />
          </Show>
          <VolumesCard marked inventory={inventory()} />
        </div>
        <div class="stack">
          <AboutCard device={props.device} />
          <NoteCard device={props.device} />
          <SystemCard device={props.device} inventory={inventory()} />
        </div>
      </div>
    </div>
  );
}

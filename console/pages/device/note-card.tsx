import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Device } from '../devices/device-words.ts';
import { EditDialog } from './edit-dialog.tsx';

/** What colleagues wrote down; absent when there is nothing and nothing may be added. */
export function NoteCard(props: { device: Device }) {
  const [open, setOpen] = createSignal(false);
  return (
    <Show when={props.device.note || can('devices.manage')}>
      <Card
        title={t('device.note')}
        end={
          <Show when={can('devices.manage')}>
            <Button size="s" look="quiet" onClick={() => setOpen(true)}>
              {props.device.note ? t('device.edit') : t('device.add_note')}
            </Button>
          </Show>
        }
        pad
      >
        <Show when={props.device.note} fallback={<p class="sm muted">{t('device.no_note')}</p>}>
          <p class="sm break-words whitespace-pre-line">{props.device.note}</p>
        </Show>
      </Card>
      <EditDialog open={open()} onOpenChange={setOpen} device={props.device} />
    </Show>
  );
}

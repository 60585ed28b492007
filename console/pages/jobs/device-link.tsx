import { Show } from 'solid-js';
import { can } from '../../session.ts';
import { VisibleText } from '../../ui/code/code.tsx';

/** A device by its name, leading to it where the principal may go. Hostnames come from devices, so nothing in them hides. */
export function DeviceLink(props: { hostname: string; href: string }) {
  return (
    <Show when={can('devices.view')} fallback={<VisibleText text={props.hostname} />}>
      <a class="link" href={props.href}>
        <VisibleText text={props.hostname} />
      </a>
    </Show>
  );
}

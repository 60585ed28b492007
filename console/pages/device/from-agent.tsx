import { Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { IconServer } from '../../ui/icons.ts';
import { From } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';

/** Marks what the device says of itself: Muster shows it as text and has not checked it. */
export function FromAgent(props: { at?: string | undefined }) {
  return (
    <From icon={IconServer}>
      <Show when={props.at} fallback={t('device.from_agent')}>
        {(at) => <span>{rich('device.from_agent_at', { age: <RelativeTime at={at()} /> })}</span>}
      </Show>
    </From>
  );
}

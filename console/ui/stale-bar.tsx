import { createSignal, onCleanup, Show } from 'solid-js';
import { formatDuration, formatTime } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { IconRetry, IconWarn } from './icons.ts';

/** A dropped socket that is back within this time is nobody's business. */
const QUIET_MS = 5000;

/** The quiet bar that says how old the data is while the live socket is down. */
export function StaleBar(props: { since: Date | undefined; onReconnect: () => void }) {
  const [now, setNow] = createSignal(Date.now());
  const timer = setInterval(() => setNow(Date.now()), 1000);
  onCleanup(() => clearInterval(timer));
  const age = () => (props.since ? now() - props.since.getTime() : 0);
  return (
    <Show when={age() > QUIET_MS && props.since}>
      {(since) => (
        <div class="stale">
          <IconWarn />
          <span class="grow">
            <span role="status">{t('live.stopped', { time: formatTime(since()) })}</span>{' '}
            <span class="muted">{t('live.age', { age: formatDuration(Math.round(age() / 1000)) })}</span>
          </span>
          <Button size="s" icon={IconRetry} onClick={() => props.onReconnect()}>
            {t('live.reconnect')}
          </Button>
        </div>
      )}
    </Show>
  );
}

import { createSignal } from 'solid-js';
import { formatExact, formatRelative } from '../i18n/format.ts';

/** One clock for the page: it ticks every ten seconds, which is how fine relative times are. */
const [now, setNow] = createSignal(new Date());
setInterval(() => !document.hidden && setNow(new Date()), 10_000);
document.addEventListener('visibilitychange', () => !document.hidden && setNow(new Date()));

/** A second clock for what runs right now: what reads it is drawn again every second. */
const [second, setSecond] = createSignal(new Date());
setInterval(() => !document.hidden && setSecond(new Date()), 1000);

export { now, second };

/** "3 min ago", kept current, with the exact time on hover and for assistive technology. */
export function RelativeTime(props: { at: string; class?: string }) {
  // A time that just arrived may lie ahead of the last tick.
  const reference = () => new Date(Math.max(now().getTime(), Math.min(Date.now(), new Date(props.at).getTime())));
  return (
    <time class={props.class} datetime={props.at} title={formatExact(props.at)}>
      {formatRelative(props.at, reference())}
    </time>
  );
}

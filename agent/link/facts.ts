/** Tells the server of facts that changed while connected. */
import type { Log } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import { sentence } from '../text.ts';
import { version } from '../version.ts';

export function openFactsReport(platform: Platform, log: Log) {
  let timer: NodeJS.Timeout | undefined;

  return {
    /** The hello has just carried the facts: only what differs from now on is sent. */
    connected(send: (text: string) => void, everySec: number) {
      let last: string | undefined;
      async function look() {
        try {
          const text = JSON.stringify({ t: 'facts', facts: { ...(await platform.facts()), version } });
          if (last !== undefined && text !== last) send(text);
          last = text;
        } catch (error) {
          log('warn', 'the facts could not be read', { error: sentence(error) });
        }
      }
      clearInterval(timer);
      timer = setInterval(look, everySec * 1000).unref();
      void look();
    },
    disconnected: () => clearInterval(timer),
  };
}

/** Tells the server of facts that changed while connected. */
import type { Facts } from '../../schema/agent.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import { sentence } from '../text.ts';
import { version } from '../version.ts';
import type { Connection } from './session.ts';

export type FactsReport = ReturnType<typeof openFactsReport>;

export function openFactsReport(platform: Platform, log: Log) {
  let timer: NodeJS.Timeout | undefined;

  return {
    /** The hello has just carried `connection.facts`: only what differs from now on is sent. */
    connected({ facts, send }: Connection, everySec: number) {
      let last = frameOf(facts);
      async function look() {
        try {
          const current = frameOf({ ...(await platform.facts()), version });
          if (current !== last) send(current);
          last = current;
        } catch (error) {
          log('warn', 'the facts could not be read', { error: sentence(error) });
        }
      }
      clearInterval(timer);
      timer = setInterval(look, everySec * 1000).unref();
    },
    disconnected: () => clearInterval(timer),
  };
}

const frameOf = (facts: Facts) => JSON.stringify({ t: 'facts', facts });

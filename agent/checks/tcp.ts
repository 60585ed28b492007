import { connect } from 'node:net';
import { Unreachable } from '../platform/checks.ts';
import { plainHost, withPort } from './host.ts';
import { ATTEMPT_MS, networkSentence } from './network-sentence.ts';
import { type Check, measured } from './reading.ts';

/** The time until the connection stands, with the look-up of the name in it. */
export const check: Check<'tcp'> = async ({ host, port }, { signal }) => {
  signal.throwIfAborted();
  const begun = performance.now();
  const socket = connect({ host: plainHost(host), port, autoSelectFamilyAttemptTimeout: ATTEMPT_MS });
  const stop = () => void socket.destroy(new Error('The time was over.'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
  } catch (error) {
    throw new Unreachable(`${withPort(plainHost(host), port)}: ${networkSentence(error)}`);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
  const ms = performance.now() - begun;
  return measured(ms, `${withPort(plainHost(host), port)} accepted a connection after ${ms.toFixed(1)} ms.`);
};

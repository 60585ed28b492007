import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceState } from '../platform/checks.ts';
import type { Check, CheckContext, Reading } from './reading.ts';

/** A service that was just restarted may need a moment. */
const LOOKS = 5;
const LOOK_EVERY_MS = 1000;

/**
 * Running is ok. One that this check had to restart is a warning even when it runs again, so that a service which stops
 * each time does not look healthy.
 */
export const check: Check<'service'> = async ({ name, restart_if_stopped }, context) => {
  const found = await context.platform.service(name, context);
  if (found.state !== 'stopped' || !restart_if_stopped) return readingOf(name, found);
  try {
    await context.platform.restartService(name, context);
  } catch (error) {
    context.signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return reading('error', `${name} was ${found.words}, and could not be restarted: ${why}`);
  }
  const after = await settled(name, context);
  if (after.state === 'running')
    return reading('warning', `${name} was ${found.words}. It was restarted and runs again.`);
  return reading('error', `${name} was ${found.words}. It was restarted, and is now ${after.words}.`);
};

async function settled(name: string, context: CheckContext): Promise<ServiceState> {
  for (let look = 1; ; look++) {
    const state = await context.platform.service(name, context);
    if (state.state === 'running' || look === LOOKS) return state;
    await delay(LOOK_EVERY_MS, undefined, { signal: context.signal });
  }
}

function readingOf(name: string, { state, words }: ServiceState): Reading {
  if (state === 'missing') return reading('error', `There is no service ${name} on this machine.`);
  const verdict = state === 'running' ? 'ok' : state === 'starting' ? 'warning' : 'error';
  return reading(verdict, `${name} is ${words}.`);
}

const reading = (verdict: Reading['verdict'], output: string): Reading => ({ verdict, value: null, output });

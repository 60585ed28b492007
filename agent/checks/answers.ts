/** Results on their way: in memory only, since the server gives up on an execution after its deadline anyway. */
import type { CheckResult } from '../../schema/agent-checks.ts';
import { addToOutbox, type Outbox, withdraw } from '../link/outbox.ts';

/** Results that are remembered, so that a repeated check.run is answered and not run. */
const REMEMBERED = 300;
/** Results that wait for their acknowledgement; beyond, the oldest are given up. */
const UNSENT = 500;

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers(outbox: Outbox) {
  const remembered = new Map<string, CheckResult>();
  const unsent = new Set<string>();

  function send(frame: CheckResult) {
    unsent.delete(frame.id);
    unsent.add(frame.id);
    const text = JSON.stringify(frame);
    addToOutbox(outbox, { id: frame.id, load: () => text, done: () => void unsent.delete(frame.id) });
    const [oldest] = unsent;
    if (unsent.size <= UNSENT || oldest === undefined) return;
    withdraw(outbox, oldest);
    unsent.delete(oldest);
  }

  return {
    add(frame: CheckResult) {
      remembered.set(frame.execution_id, frame);
      const [oldest] = remembered.keys();
      if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      send(frame);
    },
    /** True when the execution was answered before, and is now again. */
    repeat(executionId: string): boolean {
      const frame = remembered.get(executionId);
      if (frame) send(frame);
      return frame !== undefined;
    },
  };
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Evaluated,
  evaluate,
  evaluateTimeout,
  type InstanceState,
  newState,
  type Reading,
  type Rules,
} from '../../../domain/check-runs/evaluate.ts';

const rules = (changes: Partial<Rules> = {}): Rules => ({
  type: 'diskspace',
  warn_threshold: 80,
  err_threshold: 90,
  failure_count: 2,
  recovery_count: 2,
  hysteresis: 10,
  cooldown_sec: 300,
  ...changes,
});

/** A reading a minute, from 0 on; undefined for a timeout. */
function follow(of: Rules, readings: (Reading | number | undefined)[], from: InstanceState = newState): Evaluated[] {
  let state = from;
  return readings.map((reading, minute) => {
    const now = minute * 60_000;
    const evaluated =
      reading === undefined
        ? evaluateTimeout(of, state, now)
        : evaluate(of, state, typeof reading === 'number' ? { verdict: 'ok', value: reading } : reading, now);
    state = evaluated.state;
    return evaluated;
  });
}
const decisions = (...args: Parameters<typeof follow>) => follow(...args).map(({ decision }) => decision);
const statuses = (...args: Parameters<typeof follow>) => follow(...args).map(({ status }) => status);

describe('a reading', () => {
  test('is judged by the worse of the verdict and the thresholds', () => {
    expect(statuses(rules(), [79.9, 80, 89, 90, 100])).toEqual(['ok', 'warning', 'warning', 'error', 'error']);
    expect(
      statuses(rules(), [
        { verdict: 'error', value: 80 },
        { verdict: 'warning', value: 95 },
      ]),
    ).toEqual(['error', 'error']);
  });

  test('gets worse downwards where the type says so', () => {
    const certificate = rules({ type: 'certificate', warn_threshold: 30, err_threshold: 7 });
    expect(statuses(certificate, [31, 30, 8, 7, 0])).toEqual(['ok', 'warning', 'warning', 'error', 'error']);
  });

  test('names the threshold that its value has reached, and none when its verdict is worse', () => {
    const [warning, error, verdict] = follow(rules(), [85, 95, { verdict: 'error', value: 85 }]);
    expect([warning?.threshold, error?.threshold, verdict?.threshold]).toEqual([80, 90, null]);
  });

  test('that could not be taken is compared with nothing and changes no streak', () => {
    const [, unknown] = follow(rules(), [95, { verdict: 'unknown', value: 95 }]);
    expect(unknown).toMatchObject({ status: 'unknown', decision: 'none', state: { failures: 1, successes: 0 } });
  });
});

describe('a condition', () => {
  test('is raised by failure_count failures in a row, then repeats', () => {
    expect(decisions(rules({ failure_count: 3 }), [95, 95, 10, 95, 95, 95, 95])).toEqual([
      ...['none', 'none', 'none', 'none', 'none', 'raise', 'repeat'],
    ]);
  });

  test('is cleared by recovery_count readings in a row that lie beyond the band', () => {
    // The band of 10 percent below the warning threshold reaches from 72 to 80.
    expect(decisions(rules(), [95, 95, 73, 73, 73, 72, 72])).toEqual([
      ...['none', 'raise', 'none', 'none', 'none', 'none', 'clear'],
    ]);
  });

  test('keeps its streaks while readings lie within the band', () => {
    const states = follow(rules(), [95, 95, 70, 75, 70]);
    expect(states.map(({ state }) => state.successes)).toEqual([0, 0, 1, 1, 2]);
    expect(states.at(-1)?.decision).toBe('clear');
    expect(states[3]?.status).toBe('ok');
  });

  test('has its band above the threshold where lower is worse', () => {
    const certificate = rules({ type: 'certificate', warn_threshold: 30, err_threshold: 7, recovery_count: 1 });
    expect(decisions(certificate, [20, 20, 32.9, 33])).toEqual(['none', 'raise', 'none', 'clear']);
  });

  test('has no band without hysteresis, or without a value', () => {
    expect(decisions(rules({ hysteresis: 0, recovery_count: 1 }), [95, 95, 79.9])).toEqual(['none', 'raise', 'clear']);
    const service = rules({ type: 'service', warn_threshold: null, err_threshold: null, recovery_count: 1 });
    const [down, up] = [{ verdict: 'error', value: null } as const, { verdict: 'ok', value: null } as const];
    expect(decisions(service, [down, down, up])).toEqual(['none', 'raise', 'clear']);
  });

  test('takes its severity from the reading: worse at once, better when the value has cleared the band of the error', () => {
    const states = follow(rules(), [85, 85, 95, 85, 80.9]);
    expect(states.map(({ decision }) => decision)).toEqual([
      ...['none', 'raise', 'severity_changed', 'repeat', 'severity_changed'],
    ]);
    expect(states.map(({ state }) => state.raised)).toEqual([null, 'warning', 'error', 'error', 'warning']);
  });

  test('is not raised again before the cooldown is over, and then by the first failing reading', () => {
    // Cleared at minute 3, so not before minute 8.
    expect(decisions(rules(), [95, 95, 10, 10, 95, 95, 95, 95, 95])).toEqual([
      ...['none', 'raise', 'none', 'clear', 'none', 'none', 'none', 'none', 'raise'],
    ]);
  });

  test('is not held up by a cooldown that was written before the clock was set back', () => {
    const day = 86_400_000;
    expect(decisions(rules({ failure_count: 1 }), [95], { ...newState, cooldownUntil: day })).toEqual(['raise']);
  });
});

describe('a timeout', () => {
  test('is status unknown and changes no streak of readings', () => {
    const [, timeout] = follow(rules(), [95, undefined]);
    expect(timeout).toMatchObject({ status: 'unknown', decision: 'none', state: { failures: 1, timeouts: 1 } });
  });

  test('raises one warning after failure_count in a row, which the next result in time ends', () => {
    const told = follow(rules(), [undefined, undefined, undefined, 10, undefined]);
    expect(told.map(({ timeoutDecision }) => timeoutDecision)).toEqual(['none', 'raise', 'repeat', 'clear', 'none']);
  });

  test('is ended by a result that could take no reading, too: the agent answers', () => {
    const [, , answer] = follow(rules(), [undefined, undefined, { verdict: 'unknown', value: null }]);
    expect(answer).toMatchObject({ timeoutDecision: 'clear', state: { timeouts: 0, timeoutRaised: false } });
  });
});

describe('whatever the readings', () => {
  const anyRules = fc.record<Rules>({
    type: fc.constantFrom('diskspace', 'certificate'),
    warn_threshold: fc.option(fc.integer({ min: 40, max: 60 })),
    err_threshold: fc.option(fc.integer({ min: 40, max: 60 })),
    failure_count: fc.integer({ min: 1, max: 4 }),
    recovery_count: fc.integer({ min: 1, max: 4 }),
    hysteresis: fc.integer({ min: 0, max: 100 }),
    cooldown_sec: fc.constantFrom(0, 90, 600),
  });
  const anyReading = fc.option(
    fc.record({
      verdict: fc.constantFrom('ok' as const, 'ok' as const, 'warning' as const, 'error' as const, 'unknown' as const),
      value: fc.option(fc.integer({ min: 0, max: 100 })),
    }),
    { nil: undefined, freq: 8 },
  );
  const story = fc.tuple(anyRules, fc.array(anyReading, { maxLength: 60 }));
  const fails = ({ status }: Evaluated) => status === 'warning' || status === 'error';

  test('nothing is raised before failure_count failures with no good reading between them', () => {
    fc.assert(
      fc.property(story, ([of, readings]) => {
        let failures = 0;
        for (const evaluated of follow(of, readings)) {
          if (fails(evaluated)) failures += 1;
          else if (evaluated.status === 'ok' && evaluated.state.failures === 0) failures = 0;
          if (evaluated.decision === 'raise') expect(failures).toBeGreaterThanOrEqual(of.failure_count);
        }
      }),
    );
  });

  test('nothing is cleared before recovery_count good readings since the last failure', () => {
    fc.assert(
      fc.property(story, ([of, readings]) => {
        let good = 0;
        for (const evaluated of follow(of, readings)) {
          good = fails(evaluated) ? 0 : good + (evaluated.status === 'ok' ? 1 : 0);
          if (evaluated.decision === 'clear') expect(good).toBeGreaterThanOrEqual(of.recovery_count);
        }
      }),
    );
  });

  test('raise and clear take turns, and the rest happens only between them', () => {
    fc.assert(
      fc.property(story, ([of, readings]) => {
        let raised = false;
        for (const { decision, state } of follow(of, readings)) {
          expect(['none', ...(raised ? ['repeat', 'severity_changed', 'clear'] : ['raise'])]).toContain(decision);
          raised = decision === 'raise' || (raised && decision !== 'clear');
          expect(state.raised !== null).toBe(raised);
        }
      }),
    );
  });

  test('every failure while a condition is raised is told', () => {
    fc.assert(
      fc.property(story, ([of, readings]) => {
        let raised = false;
        for (const evaluated of follow(of, readings)) {
          if (raised && fails(evaluated)) expect(['repeat', 'severity_changed']).toContain(evaluated.decision);
          raised = evaluated.state.raised !== null;
        }
      }),
    );
  });

  test('a condition that was cleared is not raised again within the cooldown', () => {
    fc.assert(
      fc.property(story, ([of, readings]) => {
        let clearedAt = Number.NEGATIVE_INFINITY;
        for (const [minute, { decision }] of follow(of, readings).entries()) {
          if (decision === 'clear') clearedAt = minute;
          if (decision === 'raise') expect((minute - clearedAt) * 60).toBeGreaterThanOrEqual(of.cooldown_sec);
        }
      }),
    );
  });

  test('readings that could not be taken, and timeouts, leave the streaks as they are', () => {
    fc.assert(
      fc.property(story, ([of, readings]) => {
        let before: InstanceState = newState;
        for (const { status, state } of follow(of, readings)) {
          if (status === 'unknown')
            expect(state).toMatchObject({
              failures: before.failures,
              successes: before.successes,
              raised: before.raised,
            });
          before = state;
        }
      }),
    );
  });

  test('the state that was given is left as it is', () => {
    fc.assert(
      fc.property(story, ([of, [reading]]) => {
        const given = Object.freeze({ ...newState, failures: 1, timeoutRaised: true });
        follow(of, [reading], given);
        expect(given).toEqual({ ...newState, failures: 1, timeoutRaised: true });
      }),
    );
  });
});

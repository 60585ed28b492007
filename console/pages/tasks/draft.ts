import { createStore } from 'solid-js/store';
import type { Api } from '../../api-types.ts';
import type { Owner } from '../monitoring/check-draft.ts';
import { emptyProgram, isChosen, type ProgramDraft, programBody, programDraft } from '../monitoring/program-draft.ts';
import { clockOf, localIn, minuteOf, momentOf } from './local-time.ts';
import type { Schedule, Task } from './queries.ts';
import { ownZone } from './schedule-words.ts';

export const units = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type Unit = keyof typeof units;
export type Kind = Task['schedule_kind'];

/** A task as a form holds it. */
export type TaskDraft = {
  owner: Owner;
  name: string;
  description: string;
  program: ProgramDraft;
  timeout: string;
  kind: Kind;
  every: string;
  unit: Unit;
  time: string;
  days: number[];
  times: string;
  /** Local, in the zone: 2026-11-20T14:30. */
  at: string;
  timezone: string;
  runMissed: boolean;
  enabled: boolean;
};

const TOMORROW_MS = 86_400_000;

export const newDraft = (owner: Owner, zone = ownZone()): TaskDraft => ({
  ...{ owner, name: '', description: '', program: emptyProgram('library'), timeout: '' },
  ...{ kind: 'daily', every: '1', unit: 'hours', time: '02:00', days: [1, 2, 3, 4, 5], times: '02:00' },
  ...{ at: localIn(new Date(Date.now() + TOMORROW_MS), zone), timezone: zone, runMissed: true, enabled: true },
});

export function draftOf(task: Task): TaskDraft {
  const { script_id, shell, script, args, env } = task;
  const owner: Owner =
    task.policy_id === null
      ? { kind: 'device', device: { id: task.agent_id ?? '', hostname: task.agent_hostname ?? '' } }
      : { kind: 'policy', id: task.policy_id };
  const program = script_id === null ? { shell, script: script ?? '' } : { script_id };
  const unit = (['days', 'hours', 'minutes'] as const).find((one) => (task.interval_sec ?? 0) % units[one] === 0);
  return {
    ...newDraft(owner, task.timezone),
    ...{ name: task.name, description: task.description, program: programDraft({ ...program, args, env }) },
    ...{ timeout: String(task.timeout_sec), kind: task.schedule_kind, timezone: task.timezone },
    ...(task.interval_sec !== null && {
      every: String(task.interval_sec / units[unit ?? 'minutes']),
      unit: unit ?? 'minutes',
    }),
    ...(task.run_at_minute !== null && { time: clockOf(task.run_at_minute) }),
    ...(task.days_of_week && { days: task.days_of_week }),
    ...(task.run_at_minutes && { times: task.run_at_minutes.map(clockOf).join(', ') }),
    ...(task.run_at && { at: localIn(new Date(task.run_at), task.timezone) }),
    ...{ runMissed: task.run_missed, enabled: task.enabled },
  };
}

/** The schedule as the API takes it; undefined while it is incomplete. */
export function scheduleOf(draft: TaskDraft): Schedule | undefined {
  const { kind, timezone } = draft;
  if (kind === 'interval') {
    const interval_sec = Math.round(Number(draft.every.replace(',', '.')) * units[draft.unit]);
    return interval_sec >= 60 ? { schedule_kind: kind, interval_sec, timezone } : undefined;
  }
  if (kind === 'daily') {
    const run_at_minute = minuteOf(draft.time);
    return run_at_minute === undefined ? undefined : { schedule_kind: kind, run_at_minute, timezone };
  }
  if (kind === 'weekly') {
    const run_at_minutes = minutesOf(draft.times);
    return run_at_minutes && draft.days.length > 0
      ? { schedule_kind: kind, days_of_week: [...draft.days], run_at_minutes, timezone }
      : undefined;
  }
  const run_at = momentOf(draft.at, timezone);
  return run_at === undefined ? undefined : { schedule_kind: kind, run_at, timezone };
}

/** Times with commas between; undefined when one of them is none. */
export function minutesOf(text: string): number[] | undefined {
  const minutes = text.split(',').map(minuteOf);
  return minutes.every((minute) => minute !== undefined) ? minutes : undefined;
}

type Body = Api['PUT /api/tasks/:id']['body'];

export function createTaskDraft(start: TaskDraft) {
  const [draft, set] = createStore<TaskDraft>(structuredClone(start));
  const parts = (of: TaskDraft) => ({
    program: programBody(of.program),
    schedule: scheduleOf(of),
    limit: of.timeout.trim() === '' ? undefined : Number(of.timeout),
  });
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const before = parts(start);
  return {
    draft,
    set,
    schedule: () => scheduleOf(draft),
    owned: () => (draft.owner.kind === 'policy' ? draft.owner.id : draft.owner.device) !== undefined,
    ready: () => draft.name.trim() !== '' && isChosen(draft.program) && scheduleOf(draft) !== undefined,
    /** All of it, for a new one. */
    whole: () => {
      const { program, schedule, limit } = parts(draft);
      const env = Object.entries(program.env).map(([name, value]): [string, string] => [name, value ?? '']);
      const { name, description, runMissed: run_missed, enabled } = draft;
      return {
        ...{ name, description, run_missed, enabled, ...program, env: Object.fromEntries(env), ...schedule },
        ...(limit !== undefined && { timeout_sec: limit }),
      };
    },
    /** What differs from the saved one, part by part: a save says nothing of what its author has not touched. */
    changes: (): Body => {
      const now = parts(draft);
      return {
        ...(draft.name !== start.name && { name: draft.name }),
        ...(draft.description !== start.description && { description: draft.description }),
        ...(!same(now.program, before.program) && now.program),
        ...(!same(now.schedule, before.schedule) && now.schedule),
        ...(now.limit !== undefined && now.limit !== before.limit && { timeout_sec: now.limit }),
        ...(draft.runMissed !== start.runMissed && { run_missed: draft.runMissed }),
        ...(draft.enabled !== start.enabled && { enabled: draft.enabled }),
      };
    },
  };
}

export type TaskForm = ReturnType<typeof createTaskDraft>;

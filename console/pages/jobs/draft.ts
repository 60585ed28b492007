import { type Accessor, createSignal } from 'solid-js';
import { api } from '../../api.ts';
import type { Api } from '../../api-types.ts';
import { queries } from '../../queries.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import type { Family } from './account.ts';

export type Shell = Api['POST /api/jobs']['body']['shell'];

/** A device that a script is for. What is left out is not known here: a finished job knows no system. */
export type ScriptTarget = {
  id: string;
  hostname: string;
  /** Its company's name; null without one. */
  company?: string | null;
  online?: boolean;
  family?: Family;
};

export type DraftStart = { shell?: Shell; script?: string; description?: string; timeout_sec?: number };

/** What became of it: one job, or a batch for each company, of which `id` is the first. */
export type Proposed = { kind: 'job' | 'batch'; id: string; count: number; companies: number };

/** As many as one bulk call takes (schema/jobs.ts, BULK_JOBS_MAX). */
export const MAX_TARGETS = 5000;
const MINUTES = { min: 1, max: 1440 };

export type Draft = {
  shell: Accessor<Shell>;
  setShell: (shell: Shell) => void;
  script: Accessor<string>;
  setScript: (script: string) => void;
  description: Accessor<string>;
  setDescription: (description: string) => void;
  /** As typed, in minutes. */
  minutes: Accessor<string>;
  setMinutes: (minutes: string) => void;
  minutesValid: Accessor<boolean>;
  submit: Submit;
  proposed: Accessor<Proposed | undefined>;
};

/** The state of a proposal being written, and how it is sent. */
export function createDraft(targets: Accessor<readonly ScriptTarget[]>, start: DraftStart = {}): Draft {
  const [shell, setShell] = createSignal<Shell>(start.shell ?? usualShell(targets()));
  const [script, setScript] = createSignal(start.script ?? '');
  const [description, setDescription] = createSignal(start.description ?? '');
  const [minutes, setMinutes] = createSignal(String(Math.max(1, Math.round((start.timeout_sec ?? 3600) / 60))));
  const [proposed, setProposed] = createSignal<Proposed | undefined>();
  const minutesValid = () => {
    const value = Number(minutes());
    return Number.isInteger(value) && value >= MINUTES.min && value <= MINUTES.max;
  };
  const submit = createSubmit(async () => {
    if (!minutesValid()) return;
    const content = {
      shell: shell(),
      script: script(),
      description: description(),
      timeout_sec: Number(minutes()) * 60,
    };
    setProposed(await propose(targets(), content));
    for (const noun of ['jobs', 'approvals', 'dashboard']) void queries.invalidateQueries({ queryKey: [noun] });
  }, ['script', 'description', 'timeout_sec']);
  return {
    shell,
    setShell,
    script,
    setScript,
    description,
    setDescription,
    minutes,
    setMinutes,
    minutesValid,
    submit,
    proposed,
  };
}

type Content = { shell: Shell; script: string; description: string; timeout_sec: number };

async function propose(targets: readonly ScriptTarget[], content: Content): Promise<Proposed> {
  const [only] = targets;
  if (targets.length === 1 && only) {
    const job = await api('POST /api/jobs', { body: { agent_id: only.id, ...content } });
    return { kind: 'job', id: job.id, count: 1, companies: 1 };
  }
  const made = await api('POST /api/jobs/bulk', { body: { agent_ids: targets.map(({ id }) => id), ...content } });
  return { kind: 'batch', id: made.batches[0]?.batch_id ?? '', count: made.count, companies: made.companies };
}

/** PowerShell where all are known to be Windows, else Bash. */
function usualShell(targets: readonly ScriptTarget[]): Shell {
  return targets.length > 0 && targets.every(({ family }) => family === 'windows') ? 'powershell' : 'bash';
}

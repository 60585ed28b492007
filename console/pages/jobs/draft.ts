import { type Accessor, createSignal } from 'solid-js';
import { createStore } from 'solid-js/store';
import { api } from '../../api.ts';
import type { Api } from '../../api-types.ts';
import { queries } from '../../queries.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import { startOf } from '../scripts/parameter-fields.tsx';
import type { ScriptRow } from '../scripts/queries.ts';
import type { Family } from './account.ts';
import { argsOf, argsText, variablesOf, variablesText } from './given.ts';

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

export type DraftStart = {
  shell?: Shell;
  script?: string;
  description?: string;
  timeout_sec?: number;
  /** Of the library, in place of a text. */
  script_id?: string | null;
  args?: readonly string[];
  /** Null where the value was a secret, which nobody is told. */
  env?: Readonly<Record<string, string | null>>;
};

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
  /** The script of the library; undefined for a text of one's own. */
  scriptId: Accessor<string | undefined>;
  /** Takes its parameters and its limit over, once it is known. */
  choose: (script: ScriptRow | undefined) => void;
  /** Values of the parameters. */
  values: Readonly<Record<string, string>>;
  setValue: (name: string, value: string) => void;
  /** As typed: one argument a line, and `NAME=value` a line. */
  args: Accessor<string>;
  setArgs: (text: string) => void;
  variables: Accessor<string>;
  setVariables: (text: string) => void;
  /** The first line of the variables that is none; undefined when all are. */
  wrongVariable: Accessor<string | undefined>;
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
  const [scriptId, setScriptId] = createSignal<string | undefined>(start.script_id ?? undefined);
  const [values, setValues] = createStore<Record<string, string>>({});
  const [args, setArgs] = createSignal(argsText(start.args ?? []));
  const [variables, setVariables] = createSignal(scriptId() === undefined ? variablesText(start.env ?? {}) : '');
  const wrongVariable = () => variablesOf(variables()).wrong;
  const fields = ['script', 'description', 'timeout_sec'];
  let ownLimit: string | undefined;
  const choose = (chosen: ScriptRow | undefined) => {
    setScriptId(chosen?.id);
    if (!chosen) return;
    for (const parameter of chosen.parameters) {
      setValues(parameter.name, start.env?.[parameter.name] ?? startOf(parameter));
      fields.push(`env.${parameter.name}`);
    }
    ownLimit = String(Math.max(1, Math.round(chosen.timeout_sec / 60)));
    setMinutes(ownLimit);
  };
  const minutesValid = () => {
    const value = Number(minutes());
    return Number.isInteger(value) && value >= MINUTES.min && value <= MINUTES.max;
  };
  const submit = createSubmit(async () => {
    if (!minutesValid() || wrongVariable() !== undefined) return;
    const env = { ...variablesOf(variables()).env, ...(scriptId() !== undefined && values) };
    const given = { args: argsOf(args()), env };
    const limit = { timeout_sec: Number(minutes()) * 60 };
    const script_id = scriptId();
    // The library's own limit holds to the second while nobody touched it.
    const content =
      script_id === undefined
        ? { ...given, ...limit, shell: shell(), script: script(), description: description() }
        : { ...given, ...(minutes() === ownLimit ? {} : limit), script_id };
    setProposed(await propose(targets(), content));
    for (const noun of ['jobs', 'approvals', 'dashboard']) void queries.invalidateQueries({ queryKey: [noun] });
  }, fields);
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
    scriptId,
    choose,
    values,
    setValue: (name, value) => setValues(name, value),
    args,
    setArgs,
    variables,
    setVariables,
    wrongVariable,
    submit,
    proposed,
  };
}

type Given = { args: string[]; env: Record<string, string> };
type Content = Given &
  (
    | { shell: Shell; script: string; description: string; timeout_sec: number }
    | { script_id: string; timeout_sec?: number }
  );

async function propose(targets: readonly ScriptTarget[], content: Content): Promise<Proposed> {
  const [only] = targets;
  if (targets.length === 1 && only) {
    const job =
      'script_id' in content
        ? await api('POST /api/devices/:id/run-script', { params: { id: only.id }, body: content })
        : await api('POST /api/jobs', { body: { agent_id: only.id, ...content } });
    return { kind: 'job', id: job.id, count: 1, companies: 1 };
  }
  const made = await api('POST /api/jobs/bulk', { body: { agent_ids: targets.map(({ id }) => id), ...content } });
  return { kind: 'batch', id: made.batches[0]?.batch_id ?? '', count: made.count, companies: made.companies };
}

/** PowerShell where all are known to be Windows, else Bash. */
function usualShell(targets: readonly ScriptTarget[]): Shell {
  return targets.length > 0 && targets.every(({ family }) => family === 'windows') ? 'powershell' : 'bash';
}

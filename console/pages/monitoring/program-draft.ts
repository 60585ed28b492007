import type { Api } from '../../api-types.ts';
import type { Shell } from '../jobs/draft.ts';

type Sent = NonNullable<Api['POST /api/checks']['body']['remediation']>;

/** What a script check or a remediation runs, as a form holds it. */
export type ProgramDraft = {
  from: 'library' | 'own';
  scriptId: string | undefined;
  shell: Shell;
  script: string;
  /** One a line. */
  args: string;
  env: Record<string, string>;
  /** Names of values that are kept and not shown. */
  kept: string[];
};

type Shown = {
  script_id?: string | undefined;
  shell?: Shell | undefined;
  script?: string | undefined;
  args?: string[];
  env?: Record<string, string | null>;
};

export const emptyProgram = (from: ProgramDraft['from']): ProgramDraft => ({
  ...{ from, scriptId: undefined, shell: 'bash', script: '', args: '', env: {}, kept: [] },
});

export function programDraft({ script_id, shell = 'bash', script = '', args = [], env = {} }: Shown): ProgramDraft {
  const entries = Object.entries(env);
  return {
    ...{ from: script_id === undefined ? 'own' : 'library', scriptId: script_id, shell, script, args: args.join('\n') },
    env: Object.fromEntries(entries.map(([name, value]) => [name, value ?? ''])),
    kept: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

/** As the API takes it. A kept value that nobody typed over goes back as null; parameters that were left empty stay out. */
export function programBody(draft: ProgramDraft): Pick<Sent, 'script_id' | 'shell' | 'script' | 'args'> & {
  env: Record<string, string | null>;
} {
  const env = Object.fromEntries(
    Object.entries(draft.env)
      .filter(([name, value]) => value !== '' || draft.kept.includes(name) || draft.from === 'own')
      .map(([name, value]) => [name, value === '' && draft.kept.includes(name) ? null : value]),
  );
  const args = draft.args === '' ? [] : draft.args.split('\n');
  return draft.from === 'library'
    ? { ...(draft.scriptId && { script_id: draft.scriptId }), args, env }
    : { shell: draft.shell, script: draft.script, args, env };
}

export const isChosen = (draft: ProgramDraft): boolean =>
  draft.from === 'library' ? draft.scriptId !== undefined : draft.script.trim() !== '';

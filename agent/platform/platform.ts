/** What the agent needs from an operating system; one folder per system implements it. */
import type { Facts } from '../../schema/agent.ts';
import type { SectionName } from '../../schema/inventory.ts';
import type { Shell } from '../../schema/shell.ts';

/** How to run a script file with some shell. */
export type Interpreter = { extension: string; argv: (scriptPath: string) => [string, ...string[]] };

/** One pipe for stdout and stderr together, so that what a script writes arrives in the order in which it wrote it. */
export type OutputPipe = {
  /** The end for the child; closed by `childStarted`. */
  writeEnd: number;
  childStarted: () => void;
  /** Resolves when every writer is gone. */
  read: (onChunk: (chunk: Uint8Array) => void) => Promise<void>;
  close: () => Promise<void>;
};

export type Platform = {
  /** Null when this machine has no such interpreter. */
  interpreter: (shell: Shell, env: NodeJS.ProcessEnv) => Interpreter | null;
  /** `folder` is the job's own. @throws when the pipe cannot be made. */
  openOutput: (folder: string) => Promise<OutputPipe>;
  /**
   * Ends a job's processes, whatever group or session they moved to: asks, waits up to `graceMs`, then forces.
   * `leader` is the job's first process while it lives.
   */
  endTree: (jobId: string, leader: number | undefined, graceMs: number) => Promise<void>;
  /** Tells a process from a later one with the same pid; undefined when there is none. */
  processStart: (pid: number) => string | undefined;
  facts: () => Promise<Omit<Facts, 'version'>>;
  sections: { [Name in SectionName]: () => Promise<unknown> };
};

/** @throws Error with a sentence for the user where the agent does not run yet. */
export async function loadPlatform(name: NodeJS.Platform): Promise<Platform> {
  if (name === 'linux') return (await import('./linux/index.ts')).linux;
  throw new Error(`This version of the agent runs on Linux only, not on ${name}.`);
}

/** What single refusals hold beside the keys of every refusal (schema/common.ts, ProblemBody): endpoints declare it by status. */
import { z } from 'zod';
import { AlertStatus } from './alerts.ts';
import { Id } from './common.ts';
import { JobStatus } from './jobs.ts';
import { PasskeyOffer } from './passkeys.ts';
import { ScriptUse } from './scripts.ts';

/** A code of the authenticator app is asked for. */
export const CodeAsked = z.object({ totp_required: z.literal(true).optional() }).meta({ id: 'CodeAsked' });

/** The same at sign-in, where a passkey may answer in its place. */
export const SecondFactorAsked = CodeAsked.extend({ passkey: PasskeyOffer.optional() }).meta({
  id: 'SecondFactorAsked',
});

/** The state in which the job was found. */
export const JobFound = z.object({ status: JobStatus.optional() }).meta({ id: 'JobFound' });

/** How many there are, where a caller confirmed another number, or must empty something first. */
export const Counted = z.object({ count: z.number().int().optional() }).meta({ id: 'Counted' });

/** Devices whose agent is too old for the job, and the version that it needs. */
export const AgentsTooOld = z
  .object({
    required_version: z.string().optional(),
    devices: z.array(z.object({ id: Id, hostname: z.string(), version: z.string() })).optional(),
  })
  .meta({ id: 'AgentsTooOld' });

/** Why a job is not decided: another state, or another number confirmed. */
export const JobUndecided = JobFound.extend(Counted.shape).meta({ id: 'JobUndecided' });

/** The version that is there, where the caller expected another one. */
export const VersionFound = z.object({ version: z.number().int().optional() }).meta({ id: 'VersionFound' });

/** Who names the script, as far as the caller may see them, and how many more there are. */
export const ScriptInUse = z
  .object({ used_by: z.array(ScriptUse).optional(), used_elsewhere: z.number().int().optional() })
  .meta({ id: 'ScriptInUse' });

/** The state and the version in which the alert was found. */
export const AlertFound = z
  .object({ status: AlertStatus.optional(), version: z.number().int().optional() })
  .meta({ id: 'AlertFound' });

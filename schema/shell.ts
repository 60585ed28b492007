import { z } from 'zod';

/** The five interpreters of SPEC.md's Job. */
export const Shell = z.enum(['bash', 'sh', 'powershell', 'cmd', 'python']).meta({ id: 'Shell' });
export type Shell = z.infer<typeof Shell>;

/** A job's output is kept head and tail up to this many bytes (CONTRACT.md, Jobs). */
export const JOB_OUTPUT_MAX_BYTES = 1024 * 1024;
/** A job's script is at most this many bytes of UTF-8. */
export const JOB_SCRIPT_MAX_BYTES = 256 * 1024;

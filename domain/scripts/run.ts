import type { Job } from '../../schema/jobs.ts';
import type { RunScript } from '../../schema/scripts.ts';
import { type Ctx, transaction } from '../context.ts';
import { proposeOne } from '../jobs/propose.ts';
import type { JsonText } from '../json-text.ts';
import { resolveProgram } from './resolve.ts';

/**
 * Proposes a script of the library for a device, under the script's name.
 * @throws 404 script_not_found, device_not_found; 400 invalid_parameter; 403 out_of_scope; 409 agent_too_old,
 *   script_not_for_system
 */
export const run = (ctx: Ctx, deviceId: string, input: RunScript): Promise<JsonText<Job>> =>
  transaction(ctx, async (inside) => {
    const { script_id } = input;
    const program = await resolveProgram(inside, input);
    const { shell, script, args, env, secrets, timeout_sec, systems } = program;
    return proposeOne(inside, {
      agent_id: deviceId,
      content: { shell, script, args, env, secrets },
      description: program.name,
      timeout_sec,
      require_approval: input.require_approval,
      library: { script_id, systems },
    });
  });

import { type Ctx, transaction } from '../context.ts';
import { invalid, outOfScope, Problem } from '../problem.ts';
import { remove } from './delete.ts';

interface Failure {
  id: string;
  error: string;
  code: string;
}

/**
 * Deletes each device in a transaction of its own, with an audit entry of its own; those that cannot be deleted are
 * listed. Called outside a transaction. A fault of ours ends the call: what was deleted until then is deleted, and told.
 * @throws 400 confirm_count_mismatch before anything happens; 403 out_of_scope when that is what every device answers
 */
export async function removeMany(
  ctx: Ctx,
  { agent_ids, confirm_count }: { agent_ids: string[]; confirm_count: number },
): Promise<{ deleted: number; failed: Failure[] }> {
  const ids = [...new Set(agent_ids)];
  if (confirm_count !== ids.length)
    throw invalid('confirm_count', `${ids.length} devices are named, not ${confirm_count}.`, 'confirm_count_mismatch');
  const failed: Failure[] = [];
  for (const id of ids) {
    const failure = await removeOne(ctx, id);
    if (failure) failed.push(failure);
  }
  if (failed.length === ids.length && failed.every(({ code }) => code === 'out_of_scope')) throw outOfScope('device');
  return { deleted: ids.length - failed.length, failed };
}

async function removeOne(ctx: Ctx, id: string): Promise<Failure | undefined> {
  try {
    await transaction(ctx, (inside) => remove(inside, id));
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return { id, error: error.message, code: error.code };
    throw error;
  }
}

import type { ScopeType } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';

/** Takes policies away from places or devices that are being deleted. */
export async function leavePlaces({ sql }: Ctx, type: ScopeType, ids: string[]): Promise<void> {
  await sql`delete from policy_assignments where scope_type = ${type} and scope_id = any(${ids}::uuid[])`;
}

import { z } from 'zod';
import type { ChatProposal } from '../../schema/chat.ts';
import { Id } from '../../schema/common.ts';
import type { Ctx } from '../context.ts';
import type { JsonObject } from '../toolbox.ts';

/** What a tool made that a person decides on. */
export interface Created {
  proposals: ChatProposal[];
  jobIds: string[];
  operationIds: string[];
}

const nothing: Created = { proposals: [], jobIds: [], operationIds: [] };
const One = z.object({ id: Id });
const Batches = z.object({ batches: z.array(z.object({ batch_id: Id, count: z.number().int() })) });

/** Reads out of a tool's answer what it proposed. */
export async function createdBy({ sql }: Ctx, tool: string, value: JsonObject): Promise<Created> {
  if (tool === 'propose_job') {
    const { id } = One.parse(value);
    return { ...nothing, proposals: [{ kind: 'job', id }], jobIds: [id] };
  }
  if (tool === 'propose_move_devices' || tool === 'propose_delete_devices') {
    const { id } = One.parse(value);
    return { ...nothing, proposals: [{ kind: 'device_operation', id }], operationIds: [id] };
  }
  if (tool !== 'propose_bulk_job') return nothing;
  const { batches } = Batches.parse(value);
  const ids = batches.map(({ batch_id }) => batch_id);
  const jobs = await sql<{ id: string }[]>`select id from jobs where batch_id = any(${ids}::uuid[]) order by id`;
  return {
    ...nothing,
    proposals: batches.map(({ batch_id, count }) => ({ kind: 'batch', id: batch_id, count })),
    jobIds: jobs.map(({ id }) => id),
  };
}

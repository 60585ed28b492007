import {
  INVALID_PARAMS,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  type ReadResourceRequest,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { offers, type ToolUser, useTool } from '../../domain/tool-uses.ts';
import type { Session } from './session.ts';

const MIME = 'application/json';

/** What is read by its address: the same as by its tool, so that permission and scope are. */
const kinds = [
  { noun: 'devices', title: 'Device', tool: 'get_device', description: 'A device: place, system, status, identity' },
  { noun: 'jobs', title: 'Job', tool: 'get_job', description: 'A job: script, state, exit code, output' },
  { noun: 'alerts', title: 'Alert', tool: 'get_alert', description: 'An alert: its condition, state and history' },
] as const;

export const templateOf = (noun: string): string => `muster://${noun}/{id}`;

export function listTemplates({ ctx }: Session): ListResourceTemplatesResult {
  const mine = kinds.filter(({ tool }) => offers(ctx, tool));
  return {
    resourceTemplates: mine.map(({ noun, title, description }) => ({
      ...{ name: noun, title, description },
      uriTemplate: templateOf(noun),
      mimeType: MIME,
    })),
  };
}

const LISTED = 20;
const Jobs = z.looseObject({ jobs: z.array(z.looseObject({ id: z.string(), agent_hostname: z.string() })) });
const Alerts = z.looseObject({ alerts: z.array(z.looseObject({ id: z.string(), agent_hostname: z.string() })) });

/** What waits for a person: the newest proposals and open alerts. Everything else is found by tools. */
export async function listResources({ ctx }: Session, _: unknown, user: ToolUser): Promise<ListResourcesResult> {
  const list = async <T>(tool: string, input: Record<string, unknown>, shape: z.ZodType<T>) => {
    const outcome = await useTool(ctx, user, tool, input);
    return outcome?.ok ? shape.parse(outcome.value) : undefined;
  };
  const jobs = await list('list_jobs', { status: 'awaiting_approval', limit: LISTED }, Jobs);
  const alerts = await list('list_alerts', { status: 'open', limit: LISTED }, Alerts);
  return {
    resources: [
      ...(jobs?.jobs ?? []).map((one) => listed('jobs', one, 'Job that waits for approval')),
      ...(alerts?.alerts ?? []).map((one) => listed('alerts', one, 'Open alert')),
    ],
  };
}

const listed = (noun: string, { id, agent_hostname }: { id: string; agent_hostname: string }, what: string) => ({
  uri: `muster://${noun}/${id}`,
  name: id,
  title: `${what}: ${agent_hostname}`,
  mimeType: MIME,
});

/** @throws ProtocolError for what is not there, is not in the caller's scope, or is no address */
export async function readResource(
  { ctx }: Session,
  { params: { uri } }: ReadResourceRequest,
  user: ToolUser,
): Promise<ReadResourceResult> {
  const [, noun, id] = /^muster:\/\/([a-z]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const kind = kinds.find((one) => one.noun === noun);
  const outcome = kind && (await useTool(ctx, user, kind.tool, { id }));
  if (!outcome || (!outcome.ok && [400, 404].includes(outcome.status))) throw new ResourceNotFoundError(uri);
  if (!outcome.ok)
    throw new ProtocolError(INVALID_PARAMS, outcome.message, { uri, code: outcome.code, status: outcome.status });
  return { contents: [{ uri, mimeType: MIME, text: outcome.json }] };
}

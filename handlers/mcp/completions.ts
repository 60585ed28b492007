import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ToolUser, useTool } from '../../domain/tool-uses.ts';
import { templateOf } from './resources.ts';
import type { Session } from './session.ts';

/** At most so many (MCP, Completion). */
const MOST = 100;
/** Longer beginnings are beginnings of nothing. */
const TYPED_MAX = 200;

const nothing: CompleteResult = { completion: { values: [], total: 0, hasMore: false } };

/** What an argument may be: hosts, clients and ids that the caller sees, by what they typed so far. */
export async function complete({ ctx }: Session, { params }: CompleteRequest, user: ToolUser): Promise<CompleteResult> {
  const { ref, argument } = params;
  if (argument.value.length > TYPED_MAX) return nothing;
  const of = ref.type === 'ref/prompt' ? ref.name : ref.uri;
  const source = sources[`${of} ${argument.name}`];
  if (!source) return nothing;
  const outcome = await useTool(ctx, user, source.tool, source.input(argument.value));
  if (!outcome?.ok) return nothing;
  const { found, total } = source.read(outcome.value, argument.value);
  const values = [...new Set(found)].slice(0, MOST);
  return { completion: { values, total: Math.max(total, values.length), hasMore: total > values.length } };
}

interface Source {
  tool: string;
  input: (typed: string) => Record<string, unknown>;
  read: (answer: unknown, typed: string) => { found: string[]; total: number };
}

const Devices = z.looseObject({
  devices: z.array(z.looseObject({ id: z.string(), hostname: z.string() })),
  total: z.number(),
});
const Clients = z.looseObject({ clients: z.array(z.looseObject({ name: z.string() })) });

const devices = (key: 'id' | 'hostname'): Source => ({
  tool: 'list_devices',
  input: (typed) => ({ limit: MOST, ...(typed && { q: typed }) }),
  read: (answer) => {
    const { devices: found, total } = Devices.parse(answer);
    return { found: found.map((device) => device[key]), total };
  },
});

const clients: Source = {
  tool: 'list_clients',
  input: (typed) => ({ limit: MOST, ...(typed && { q: typed }) }),
  read: (answer, typed) => {
    const names = Clients.parse(answer).clients.map(({ name }) => name);
    const fit = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
    return { found: fit, total: fit.length };
  },
};

/** The newest whose id begins like that: ids are not typed, so the first page is enough to choose from. */
const newest = (tool: string, noun: 'jobs' | 'alerts'): Source => ({
  tool,
  input: () => ({ limit: MOST }),
  read: (answer, typed) => {
    const page = z.looseObject({ [noun]: z.array(z.looseObject({ id: z.string() })) }).parse(answer);
    const ids = z
      .array(z.looseObject({ id: z.string() }))
      .parse(page[noun])
      .map(({ id }) => id);
    const fit = ids.filter((id) => id.startsWith(typed.toLowerCase()));
    return { found: fit, total: fit.length };
  },
});

const sources: Readonly<Record<string, Source>> = {
  'investigate_device device': devices('hostname'),
  'patch_status client': clients,
  [`${templateOf('devices')} id`]: devices('id'),
  [`${templateOf('jobs')} id`]: newest('list_jobs', 'jobs'),
  [`${templateOf('alerts')} id`]: newest('list_alerts', 'alerts'),
};

/** For every tool a call that works, made from what a company holds, and the doors through which AI reaches the tools. */
import type { Actor } from '../../domain/actor.ts';
import type { ToolOutcome } from '../../domain/toolbox.ts';
import { authenticate } from '../../runtime/authenticate.ts';
import { createApplication, createGrant } from '../applications.ts';
import { createApiToken } from '../factories.ts';
import { ask, useTool } from '../handlers/mcp/speak.ts';
import type { TestServer } from '../harness.ts';
import type { Holdings, World } from './world.ts';

type Input = Record<string, unknown>;

const script = { shell: 'bash', script: 'true', description: 'as asked' };

/** A new tool needs an entry here, which tools.test.ts asks for by name. */
export const toolCalls: Record<string, (held: Holdings, world: World) => Input[]> = {
  get_alert: ({ alert }) => [{ id: alert }],
  get_check_results: ({ check, device }) => [{ id: check }, { id: check, agent_id: device, since: hourAgo() }],
  get_compliance: ({ client }) => [{}, { scope: 'client', id: client }],
  get_dashboard: () => [{}],
  get_device: ({ device }) => [{ id: device }],
  get_inventory: ({ device }) => [{ id: device }, { id: device, sections: 'software', q: 'ssl' }],
  get_job: ({ job }) => [{ id: job }],
  get_script: (_, world) => [{ id: world.script }],
  get_software_report: ({ site }) => [{}, { scope: 'site', id: site, name: 'openssl' }],
  list_alerts: ({ device }) => [{}, { agent_id: device, status: 'open,acknowledged' }],
  list_checks: ({ policy }) => [{}, { policy_id: policy }],
  list_clients: () => [{}, { q: 'company', limit: 1 }],
  list_device_operations: ({ device }) => [{}, { agent_id: device, status: 'waiting' }],
  list_devices: ({ client }) => [{}, { client_id: client, limit: 100 }],
  list_groups: ({ site }) => [{}, { site_id: site }],
  list_jobs: ({ device }) => [{}, { agent_id: device, status: 'awaiting_approval' }],
  list_scripts: () => [{}, { q: 'shared' }],
  list_sites: ({ client }) => [{}, { client_id: client }],
  list_tasks: ({ device }) => [{}, { agent_id: device }],
  propose_bulk_job: ({ device }, world) => [
    { agent_ids: [device], script_id: world.script },
    { agent_ids: [device], ...script },
  ],
  propose_delete_devices: ({ device }) => [{ agent_ids: [device], reason: 'as asked' }],
  propose_job: ({ device }) => [{ agent_id: device, ...script }],
  propose_move_devices: ({ device }, world) => [
    { agent_ids: [device], site_id: world.foreign.site, reason: 'as asked' },
  ],
  search_audit: () => [{}, { action: 'client.create' }],
};

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** Somebody with a session, whom an AI serves. */
export interface Served {
  id: string;
  role: string;
  token: string;
}

export type Said =
  | { refused: false; answer: Input }
  /** `unknown_tool` where there is no such tool for them. */
  | { refused: true; code: string; text: string };

export interface Door {
  name: string;
  list: () => Promise<string[]>;
  use: (tool: string, input: Input) => Promise<Said>;
}

/** Every way by which an AI works for this person. */
export async function doorsOf(server: TestServer, person: Served): Promise<Door[]> {
  const token = (mcpOnly: boolean) => createApiToken(server.db, { role: person.role, userId: person.id, mcpOnly });
  const application = await createApplication(server.db);
  const { access } = await createGrant(server.db, {
    ...{ application: application.id, user: person.id, resource: `${server.ctx.settings.mcpUrl}/mcp` },
  });
  return [
    overMcp(server, 'an API token', (await token(false)).token),
    overMcp(server, 'a token for /mcp alone', (await token(true)).token),
    overMcp(server, 'an OAuth token', access),
    await overChat(server, person),
  ];
}

export const overMcp = (server: TestServer, name: string, token?: string): Door => ({
  name,
  list: async () => {
    const { body } = await ask(server, 'tools/list', {}, { token });
    return body.result.tools.map((tool: { name: string }) => tool.name);
  },
  use: async (tool, input) => {
    const { refused, said, structured, error, status } = await useTool(server, tool, input, { token });
    if (!refused) return { refused, answer: structured };
    if (said === undefined && status >= 500) throw new Error(`${tool} failed: ${JSON.stringify(error)}`);
    return { refused: true, code: said?.code ?? 'unknown_tool', text: JSON.stringify(said ?? error) };
  },
});

async function overChat(server: TestServer, { token }: Served): Promise<Door> {
  const { services } = server.muster;
  const caller: { actor: Actor } & Awaited<ReturnType<typeof authenticate>> = await authenticate(
    services,
    `Bearer ${token}`,
  );
  const origin = { requestId: null, ip: null, userAgent: null, via: 'chat' } as const;
  return {
    name: 'the AI chat',
    list: async () => services.toolbox.available(caller).map(({ name }) => name),
    use: async (tool, input) => said(await services.toolbox.call(caller, origin, tool, input)),
  };
}

function said(outcome: ToolOutcome | undefined): Said {
  if (!outcome) return { refused: true, code: 'unknown_tool', text: '' };
  if (outcome.ok) return { refused: false, answer: outcome.value };
  return { refused: true, code: outcome.code, text: JSON.stringify(outcome) };
}

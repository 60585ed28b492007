import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { uuidv7 } from '../../agent/uuid.ts';
import { connectAgent, newCredential, type Run, type SimulatedAgent } from '../fleet.ts';
import type { Call } from './api.ts';
import { inventoryOf, type Machine } from './machines.ts';
import { answers } from './readings.ts';
import { health, type Story } from './signals.ts';

const Kept = z.record(z.string(), z.object({ credential: z.string(), installId: z.string() }));
type Kept = z.infer<typeof Kept>;

const HEALTH_EVERY_MS = 60_000;

/**
 * Connects the simulated machines, enrolling those that the demo has not seen before. Their credentials are kept in `file`.
 * @returns what disconnects them
 */
export async function connectFleet(
  call: Call,
  url: string,
  fleet: Machine[],
  file: string,
  story: Story,
): Promise<{ stop: () => void }> {
  const kept: Kept = existsSync(file) ? Kept.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const tokens = createTokens(call, fleet, kept);
  const agents: { machine: Machine; agent: SimulatedAgent }[] = [];
  for (const machine of fleet) {
    const agent = await connectMachine(url, machine, kept, tokens.of, story);
    if (agent) agents.push({ machine, agent });
  }
  await tokens.remove();
  await writeFile(file, JSON.stringify(kept), { mode: 0o600 });
  const sample = () => {
    for (const { machine, agent } of agents) agent.send({ t: 'health', ...health(machine, Date.now(), story) });
  };
  sample();
  const timer = setInterval(sample, HEALTH_EVERY_MS);
  const stop = () => {
    clearInterval(timer);
    for (const { agent } of agents) agent.socket.terminate();
  };
  return { stop };
}

async function connectMachine(
  url: string,
  machine: Machine,
  kept: Kept,
  tokenOf: (machine: Machine) => Promise<string>,
  story: Story,
): Promise<SimulatedAgent | undefined> {
  const { facts, placement, away } = machine;
  const known = kept[facts.hostname];
  if (known && away) return undefined;
  const identity = known ?? { credential: newCredential(), installId: uuidv7(new Date(), randomBytes) };
  const device = { credential: identity.credential, facts };
  const enroll = known ? undefined : { token: await tokenOf(machine), installId: identity.installId };
  const agent = await connectAgent({ url, device, enroll, run: pretend(machine), check: answers(machine, story) });
  kept[facts.hostname] = identity;
  for (const { section, hash } of inventoryOf(machine))
    agent.send({
      t: 'inventory',
      id: `${placement.group_id}:${section.name}`,
      collected_at: new Date().toISOString(),
      hash,
      section,
    });
  if (!away) return agent;
  await sleep(50);
  await agent.close();
  return undefined;
}

/** One enrollment token for each department, removed when everybody is in, so that a visitor's own stand alone. */
function createTokens(call: Call, fleet: Machine[], kept: Kept) {
  const made = new Map<string, { id: string; token: string }>();
  const of = async ({ placement }: Machine): Promise<string> => {
    const { site_id, group_id, department } = placement;
    const known = made.get(group_id);
    if (known) return known.token;
    const uses = fleet.filter((one) => one.placement.group_id === group_id && !kept[one.facts.hostname]).length;
    const body = { description: `Demo, ${department}`, site_id, group_id, uses, ttl_hours: 1 };
    const token = await call('POST /api/enroll-tokens', { body });
    made.set(group_id, token);
    return token.token;
  };
  const remove = async () => {
    for (const { id } of made.values()) await call('DELETE /api/enroll-tokens/:id', { params: { id } });
  };
  return { of, remove };
}

/** A simulated machine runs nothing: it says so, takes a moment, and one in nine fails. */
const pretend =
  ({ facts }: Machine): Run =>
  async (job) => {
    await sleep(400 + Math.random() * 1600);
    const first = job.script.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
    const failed = Math.random() < 1 / 9;
    return {
      exit_code: failed ? 1 : 0,
      stdout: `[simulated machine ${facts.hostname}: nothing was run]\n$ ${first}\n${failed ? 'simulated failure\n' : 'done\n'}`,
    };
  };

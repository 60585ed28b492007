/** A small fleet of two companies behind a browser page: one connected machine, and a school that is off. */
import type { Browser, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Person, type Place } from '../factories.ts';
import { connectAgent, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import type { TestServer } from '../harness.ts';
import { openConsole, signedInPage } from './browser.ts';

export interface Fleet {
  server: TestServer;
  browser: Browser;
  page: Page;
  /** Who uses the page. */
  ines: Person;
  /** A colleague, who proposes and decides through the API. */
  tomas: Person;
  harbour: Place;
  school: Place;
  /** The one machine of the harbour. */
  ship: MadeDevice;
  /** Connects it; nothing runs there, the test says what comes back. */
  connectShip: () => Promise<SimulatedAgent>;
  /** Proposes a script for it. @returns the job's id */
  propose: (description: string, script?: string) => Promise<string>;
}

export const SCHOOL_DEVICES = 11;

/** Awaited at the top of a test file; it ends with that, as `openConsole` does. */
export async function startFleet(): Promise<Fleet> {
  const { server, browser } = await openConsole();
  const [ines, tomas] = [await createPerson(server.db), await createPerson(server.db)];
  const harbour = await createPlace(server.db, 'Halvorsen Marine');
  const school = await createPlace(server.db, 'Pinefold Schools');
  const ship = await createDevice(server.db, { ...harbour, hostname: 'hlv-ves-nav01' });
  for (let number = 1; number <= SCHOOL_DEVICES; number += 1)
    await createDevice(server.db, { ...school, hostname: `pfs-lab-pc${number}` });
  const agents: SimulatedAgent[] = [];
  afterAll(() => Promise.all(agents.map((agent) => agent.close())));
  return {
    server,
    browser,
    page: await signedInPage(browser, server, ines.token),
    ines,
    tomas,
    harbour,
    school,
    ship,
    connectShip: async () => {
      const url = `${server.url.replace('http', 'ws')}/ws/agent`;
      const device = { credential: ship.credential, facts: simulatedFacts(ship.hostname) };
      const agent = await connectAgent({ url, device, run: false });
      agents.push(agent);
      return agent;
    },
    propose: async (description, script = 'uptime\n') => {
      const body = { agent_id: ship.id, shell: 'bash', script, description };
      return (await server.ok('POST /api/jobs', { token: tomas.token, body })).id;
    },
  };
}

/** The other side of bench/login-flood.ts: agents that each send a frame at a steady rate and time its acknowledgement. */
import { randomUUID } from 'node:crypto';
import { AGENT_SUBPROTOCOL } from '../schema/agent.ts';
import { simulatedFacts } from '../test/fleet.ts';
import { type RawSocket, rawConnect } from './raw-socket.ts';

interface Device {
  hostname: string;
  credential: string;
}

/** `connect` once; `measure` for so many seconds, with every agent sending one frame in `everyMs`. */
export type Ask = { connect: Device[]; url: string } | { measure: number; everyMs: number };

let agents: { raw: RawSocket; sentAt: Map<string, number> }[] = [];
let latencies: number[] = [];

process.on('message', (ask: Ask) => void answer(ask).then((value) => process.send?.({ value })));
process.on('disconnect', () => process.exit());

async function answer(ask: Ask): Promise<number[]> {
  if ('connect' in ask) {
    agents = await Promise.all(ask.connect.map((device) => connect(ask.url, device)));
    return [];
  }
  latencies = [];
  const stop = sendSteadily(ask.everyMs);
  await new Promise((resolve) => setTimeout(resolve, ask.measure * 1000));
  stop();
  await new Promise((resolve) => setTimeout(resolve, 1000)); // the last acknowledgements
  for (const { sentAt } of agents) latencies.push(...[...sentAt.values()].map(() => Number.POSITIVE_INFINITY));
  return latencies;
}

/** One agent after another, spread evenly over the interval. */
function sendSteadily(everyMs: number): () => void {
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / everyMs) * agents.length);
    for (; sent < due; sent++) send(agents[sent % agents.length]);
  }, 1);
  return () => clearInterval(timer);
}

/** Work that an agent reports is written to the database before it is acknowledged; of a job that is unknown nothing is kept. */
function send(agent: (typeof agents)[number] | undefined): void {
  if (!agent) return;
  const id = randomUUID();
  agent.sentAt.set(id, performance.now());
  agent.raw.send(JSON.stringify({ t: 'job.started', id, job_id: id, started_at: new Date().toISOString() }));
}

function connect(url: string, device: Device): Promise<(typeof agents)[number]> {
  const { hostname: host, port, pathname: path } = new URL(url);
  const sentAt = new Map<string, number>();
  return new Promise((resolve, reject) => {
    let raw: RawSocket | undefined;
    rawConnect({
      ...{ host, path, port: Number(port), localAddress: '127.0.0.1' },
      headers: { Authorization: `Device ${device.credential}`, 'Sec-WebSocket-Protocol': AGENT_SUBPROTOCOL },
      open: (opened) => {
        raw = opened;
        raw.send(JSON.stringify({ t: 'hello', facts: simulatedFacts(device.hostname), jobs: [] }));
      },
      message: (data) => {
        if (raw && data.includes('"welcome"')) resolve({ raw, sentAt });
        else if (data.includes('"ack"')) note(sentAt, data);
      },
      refused: (status) => reject(new Error(`refused: ${status}`)),
    });
  });
}

function note(sentAt: Map<string, number>, data: Buffer): void {
  const id = /"id":"([0-9a-f-]{36})"/.exec(data.toString())?.[1] ?? '';
  const at = sentAt.get(id);
  if (at === undefined) return;
  sentAt.delete(id);
  latencies.push(performance.now() - at);
}

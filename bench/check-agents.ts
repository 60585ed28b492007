/** The other side of bench/checks.ts, in a process of its own: agents that answer every check.run with a good reading. */
import { AGENT_SUBPROTOCOL } from '../schema/agent.ts';
import { simulatedFacts } from '../test/fleet.ts';
import { type RawSocket, rawConnect } from './raw-socket.ts';

export interface BenchDevice {
  hostname: string;
  credential: string;
}

/**
 * `connect`: answer at once, or keep what is asked until `answer`, which sends all of it, at most a window at a time unacknowledged
 * on each socket, and ends when all of it is acknowledged.
 */
export type Ask = { connect: BenchDevice[]; url: string; hold: boolean } | { answer: true } | { received: true };

const PARALLEL = 200;
const PER_ADDRESS = 1000;
/** Unacknowledged frames of one agent; the real one waits after 64. */
const WINDOW_MAX = 64;
/** Of all together: past 50,000 the server tells agents to come back (realtime/batcher.ts). */
const IN_FLIGHT = 20_000;
let window = WINDOW_MAX;

interface Agent {
  raw: RawSocket | undefined;
  held: string[];
  unacknowledged: number;
}

const agents: Agent[] = [];
let received = 0;
let open = 0;
let finished: (() => void) | undefined;

process.on('message', (ask: Ask) => void work(ask).then((value) => process.send?.({ value })));
process.on('disconnect', () => process.exit());

async function work(ask: Ask): Promise<number> {
  if ('received' in ask) return received;
  const start = performance.now();
  if ('connect' in ask) await connectAll(ask.url, ask.connect, ask.hold);
  else {
    window = Math.max(1, Math.min(WINDOW_MAX, Math.floor(IN_FLIGHT / agents.length)));
    open = agents.reduce((sum, { held }) => sum + held.length, 0);
    const done = new Promise<void>((resolve) => {
      finished = resolve;
    });
    for (const agent of agents) fill(agent);
    await done;
  }
  return performance.now() - start;
}

async function connectAll(url: string, devices: BenchDevice[], hold: boolean): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < devices.length; index = next++) await connect(url, devices[index], index, hold);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

const RUN = '{"t":"check.run","execution_id":"';
const CHECK = '","check_id":"';
const ID = 36;

/** The ids lie at fixed places of the frame: parsing JSON would cost more than all the rest of this client. */
function answerTo(frame: string): string {
  const execution = frame.slice(RUN.length, RUN.length + ID);
  const check = frame.slice(RUN.length + ID + CHECK.length, RUN.length + ID + CHECK.length + ID);
  return `{"t":"check.result","id":"${execution}:result","execution_id":"${execution}","check_id":"${check}","verdict":"ok","value":42.5,"output":"42.5 % of / is used","duration_ms":3}`;
}

function fill(agent: Agent): void {
  if (agent.held.length === 0 || agent.unacknowledged >= window) return;
  agent.raw?.socket.cork();
  while (agent.held.length > 0 && agent.unacknowledged < window) {
    agent.raw?.send(answerTo(agent.held.pop() ?? ''));
    agent.unacknowledged += 1;
  }
  process.nextTick(() => agent.raw?.socket.uncork());
}

function connect(url: string, device: BenchDevice | undefined, index: number, hold: boolean): Promise<void> {
  if (!device) return Promise.resolve();
  const { hostname: host, port, pathname: path } = new URL(url);
  const agent: Agent = { raw: undefined, held: [], unacknowledged: 0 };
  agents.push(agent);
  return new Promise((resolve, reject) =>
    rawConnect({
      ...{ host, port: Number(port), path, localAddress: `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}` },
      headers: { Authorization: `Device ${device.credential}`, 'Sec-WebSocket-Protocol': AGENT_SUBPROTOCOL },
      open: (raw) => {
        agent.raw = raw;
        raw.send(JSON.stringify({ t: 'hello', facts: simulatedFacts(device.hostname), jobs: [] }));
      },
      message: (data) => {
        const frame = data.toString('latin1');
        if (frame.startsWith(RUN)) {
          received += 1;
          if (hold) agent.held.push(frame);
          else agent.raw?.send(answerTo(frame));
        } else if (frame.startsWith('{"t":"ack"')) {
          agent.unacknowledged -= 1;
          if (--open === 0) finished?.();
          if (agent.unacknowledged <= window / 2) fill(agent);
        } else if (frame.includes('"welcome"')) resolve();
      },
      refused: (status) => reject(new Error(`refused: ${status}`)),
    }),
  );
}

/** The other side of bench/agents.ts, in a process of its own: agents that connect as fast as they may and run nothing. */
import { AGENT_SUBPROTOCOL } from '../schema/agent.ts';
import { simulatedFacts } from '../test/fleet.ts';
import { rawConnect } from './raw-socket.ts';

/** Connections being made at once: after a restart of the server its whole fleet comes back together. */
const PARALLEL = 1000;
/** A bind to a free port searches longer the more of an address are taken: 0.15 ms of CPU a connection at 1,000, 1 ms at 10,000. */
const PER_ADDRESS = 1000;

let jobs = 0;
let expected = Number.POSITIVE_INFINITY;
const tell = (value: number) => process.send?.({ value });

process.on('message', (message: { connect?: Device[]; url?: string; expectJobs?: number }) => {
  if (message.connect) void connectAll(message.url ?? '', message.connect);
  if (message.expectJobs) {
    jobs = 0;
    expected = message.expectJobs;
  }
});
process.on('disconnect', () => process.exit());

interface Device {
  hostname: string;
  credential: string;
}

async function connectAll(url: string, devices: Device[]): Promise<void> {
  const start = performance.now();
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < devices.length; index = next++) await connect(url, devices[index], index);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  tell(performance.now() - start);
}

function connect(url: string, device: Device | undefined, index: number): Promise<void> {
  if (!device) return Promise.resolve();
  const { hostname: host, port, pathname: path } = new URL(url);
  const hello = JSON.stringify({ t: 'hello', facts: simulatedFacts(device.hostname), jobs: [] });
  return new Promise((resolve, reject) =>
    rawConnect({
      host,
      port: Number(port),
      path,
      localAddress: `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`,
      headers: { Authorization: `Device ${device.credential}`, 'Sec-WebSocket-Protocol': AGENT_SUBPROTOCOL },
      open: ({ send }) => send(hello),
      message: (data) => {
        if (data.includes('"welcome"')) resolve();
        else if (data.includes('"job.run"') && ++jobs === expected) tell(Date.now());
      },
      refused: (status) => reject(new Error(`refused: ${status}`)),
    }),
  );
}

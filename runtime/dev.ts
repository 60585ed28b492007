/** `npm run dev`: the server restarts and the console reloads when their sources change. Ends with Ctrl-C. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const watched = ['runtime', 'realtime', 'handlers', 'domain', 'schema'].map(
  (room) => `--watch-path=${join(root, room)}`,
);
// The browser talks to vite's server, which passes /api and /ws on; live sockets check the origin they come from.
const CONSOLE_PORT = 5173;
const env = {
  RMM_CONSOLE_URL: `http://127.0.0.1:${CONSOLE_PORT}`,
  RMM_PUBLIC_URL: `http://${process.env.RMM_LISTEN ?? '127.0.0.1:8080'}`,
  ...process.env,
};

const start = (args: string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
const children = [
  start([...watched, 'runtime/start.ts']),
  start(['node_modules/vite/bin/vite.js', '--port', String(CONSOLE_PORT), '--strictPort']),
];
for (const child of children)
  child.once('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode = code ?? 1;
  });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });

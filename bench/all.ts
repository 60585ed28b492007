/** `npm run bench`: every figure that the project claims, one script after another, with the machine's size. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

for (const script of [
  'start',
  'jobs',
  'http',
  'lists',
  'agents',
  'login-flood',
  'checks',
  'history',
  'export',
  'oauth',
  'mcp',
  'mcp-agents',
]) {
  console.log(`\n== ${script}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${script}.ts`)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

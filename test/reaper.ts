/** `node test/reaper.ts <folder> <postmaster>`: waits for the end of stdin, then ends the database and removes its folder. */
import { rmSync } from 'node:fs';
import { stopProcess } from '../runtime/postgres/postmaster.ts';
import { processIdentity } from '../runtime/process-identity.ts';

const [folder, postmaster] = process.argv.slice(2);
if (!folder || !postmaster) throw new Error('usage: reaper <folder> <postmaster>');

const identity = processIdentity(Number(postmaster));
for await (const _ of process.stdin); // nothing is ever written: this waits until the test run is gone
if (identity !== undefined && processIdentity(Number(postmaster)) === identity) await stopProcess(Number(postmaster));
rmSync(folder, { recursive: true, force: true });

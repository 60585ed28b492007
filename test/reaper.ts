/** `node test/reaper.ts <folder>`: waits for the end of stdin, then ends the database in the folder and removes it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../runtime/log.ts';
import { findBinaries } from '../runtime/postgres/binaries.ts';
import { takeOver } from '../runtime/postgres/take-over.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: reaper <folder>');

for await (const _ of process.stdin); // nothing is ever written: this waits until the test run is gone
const cluster = join(folder, 'data', 'postgres');
await takeOver({ cluster, account: undefined, binaries: await findBinaries() }, createLog('silent'));
rmSync(folder, { recursive: true, force: true });

/** `node test/runtime/embedded-owner.ts <data directory>`: a Muster that only has a database, to be killed by a test. */
import { startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts';
import { createLog } from '../../runtime/log.ts';

const [dataDir = ''] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
process.stdout.write(`${postgres.pid()}\n`);

/** `npm run --silent openapi`: the document of GET /api/openapi.json, without a server. */
import { endpoints } from '../handlers/index.ts';
import { describe } from './openapi.ts';
import { version } from './version.ts';

// A reader that has seen enough, as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.stdout.write(`${JSON.stringify(describe(endpoints, version), null, 2)}\n`);

/** `npm run --silent openapi`: the document of GET /api/openapi.json, without a server. */
import { endpoints } from '../handlers/index.ts';
import { describe } from './openapi.ts';
import { version } from './version.ts';

process.stdout.write(`${JSON.stringify(describe(endpoints, version), null, 2)}\n`);

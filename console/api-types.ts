/** What every route takes and answers, from the registry. Types only: no server code reaches the console. */
export type { Api } from '../handlers/index.ts';

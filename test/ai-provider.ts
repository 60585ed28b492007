/**
 * An AI provider on this machine that says what a test tells it to, in the wire formats of the real ones: OpenAI's chat
 * completions (which Ollama, vLLM and others speak too) and Anthropic's messages, both streamed. It judges what it is sent as
 * they do: what they would refuse is answered 400, and noted in `faults`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicEvents, judgeAnthropic } from './ai-provider/anthropic.ts';
import { judgeOpenAi, openAiEvents } from './ai-provider/openai.ts';

/** A use of a tool that the AI asks for. */
export interface AiCall {
  name: string;
  /** As an object; as text it is sent as it is, e.g. JSON that is none. */
  input: unknown;
  id?: string;
}

/** One answer. Without anything else it is the text `ok`. */
export interface AiAnswer {
  /** In one piece, or in several with a pause of `chunkMs` between them. */
  text?: string | string[];
  chunkMs?: number;
  calls?: AiCall[];
  usage?: { input: number; output: number };
  /** Waits so long before it answers at all. */
  stallMs?: number;
  /** Behind the text: nothing comes any more, the connection breaks, or something comes that is no JSON. */
  after?: 'stall' | 'cut' | 'garbage';
  /** Stopped because it may say no more. */
  tooLong?: true;
  /** A refusal instead, with an error body as the provider's; `body` for another one. */
  status?: number;
  error?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** What Muster sent. */
export interface AiRequest {
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent, whatever it is
  body: any;
}

export type AiTurn = AiAnswer | ((request: AiRequest) => AiAnswer | Promise<AiAnswer>);

export interface AiProviderServer {
  /** For PUT /api/config: {ai: {provider, base_url, model, api_key}}. */
  openAi: { provider: 'openai_compatible'; base_url: string; model: string; api_key: string };
  anthropic: { provider: 'anthropic'; base_url: string; model: string; api_key: string };
  /** What it says to the next requests, in this order; to all others what `otherwise` was last told, or `ok`. */
  script: (...turns: AiTurn[]) => void;
  otherwise: (turn: AiTurn) => void;
  /** Every request since the last reset. */
  requests: AiRequest[];
  /** What the real providers would not have taken. */
  faults: string[];
  /** Requests whose client went away before the answer was done. */
  abandoned: () => number;
  /** Resolves when so many requests have come. */
  asked: (count: number) => Promise<void>;
  reset: () => void;
  stop: () => Promise<void>;
}

export const AI_KEY = 'key-of-the-ai-provider';
export const AI_MODEL = 'test-model';

export async function startAiProvider(port = 0): Promise<AiProviderServer> {
  const state = { turns: [] as AiTurn[], otherwise: {} as AiTurn, abandoned: 0 };
  const requests: AiRequest[] = [];
  const faults: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      faults.push(String(error));
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const format = formats[request.url ?? ''];
    const asked: AiRequest = { path: request.url ?? '', headers: request.headers, body: await bodyOf(request) };
    if (!format) return refuse(response, 404, format, { error: `no ${asked.path} here` });
    requests.push(asked);
    if (format.key(asked) !== AI_KEY) return refuse(response, 401, format, { error: 'Incorrect API key provided.' });
    if (asked.body.model !== AI_MODEL)
      return refuse(response, 404, format, { error: `The model ${asked.body.model} does not exist.` });
    const wrong = [...format.judge(asked), ...(half.test(JSON.stringify(asked.body)) ? ['half a character'] : [])];
    faults.push(...wrong);
    if (wrong.length > 0) return refuse(response, 400, format, { error: wrong.join('; ') });
    const turn = state.turns.shift() ?? state.otherwise;
    const said = typeof turn === 'function' ? await turn(asked) : turn;
    response.on('close', () => {
      if (!response.writableFinished) state.abandoned += 1;
    });
    if (said.stallMs) await pause(said.stallMs);
    if (said.status) return refuse(response, said.status, format, said);
    await speak(response, said, format.events(said));
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  const base_url = `http://127.0.0.1:${taken}/v1`;
  return {
    openAi: { provider: 'openai_compatible', base_url, model: AI_MODEL, api_key: AI_KEY },
    anthropic: { provider: 'anthropic', base_url, model: AI_MODEL, api_key: AI_KEY },
    script: (...turns) => void state.turns.push(...turns),
    otherwise: (turn) => {
      state.otherwise = turn;
    },
    requests,
    faults,
    abandoned: () => state.abandoned,
    asked: async (count) => {
      while (requests.length < count) await pause(5);
    },
    reset: () => {
      state.turns = [];
      state.otherwise = {};
      state.abandoned = 0;
      requests.length = 0;
      faults.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Format {
  key: (request: AiRequest) => string | undefined;
  judge: (request: AiRequest) => string[];
  /** What is streamed: before the end of the text, and behind it. */
  events: (said: AiAnswer) => { spoken: string[]; end: string[] };
  error: (status: number, message: string) => unknown;
}

const formats: Record<string, Format> = {
  '/v1/chat/completions': {
    key: ({ headers }) => headers.authorization?.replace(/^Bearer /, ''),
    judge: judgeOpenAi,
    events: openAiEvents,
    error: (status, message) => ({
      error: { message, type: 'invalid_request_error', code: status === 401 ? 'invalid_api_key' : null, param: null },
    }),
  },
  '/v1/messages': {
    key: ({ headers }) => headers['x-api-key']?.toString(),
    judge: judgeAnthropic,
    events: anthropicEvents,
    error: (status, message) => ({
      type: 'error',
      error: { type: status === 401 ? 'authentication_error' : 'invalid_request_error', message },
    }),
  },
};

/** JSON.stringify escapes surrogates without their pair, and no others; a text may hold the same escape written out. */
const half = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

function refuse(response: ServerResponse, status: number, format: Format | undefined, said: AiAnswer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...said.headers });
  const message = said.error ?? `refused with ${status}`;
  response.end(said.body ?? JSON.stringify(format?.error(status, message) ?? { error: message }));
}

async function speak(response: ServerResponse, said: AiAnswer, { spoken, end }: ReturnType<Format['events']>) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...said.headers });
  response.flushHeaders();
  for (const event of spoken) {
    response.write(event);
    if (said.chunkMs) await pause(said.chunkMs);
  }
  if (said.after === 'stall') return;
  if (said.after === 'cut') {
    await pause(20);
    response.destroy();
    return;
  }
  if (said.after === 'garbage') response.write('data: {"choices":[{"delta":{"content":\n\n');
  response.end(end.join(''));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

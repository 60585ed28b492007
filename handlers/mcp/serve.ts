import {
  createMcpHandler,
  INVALID_REQUEST,
  isLegacyRequest,
  METHOD_NOT_FOUND,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Ctx } from '../../domain/context.ts';
import { Problem } from '../../domain/problem.ts';
import type { Written } from '../../domain/reply.ts';
import type { RequestHeaders } from '../../runtime/endpoint.ts';
import { isExcessive } from './extent.ts';
import { asInvalidParams } from './invalid-params.ts';
import { rpcError } from './refusals.ts';
import { createServer, PROTOCOL_VERSIONS } from './server.ts';
import type { Exchange } from './session.ts';
import { type ToolAnswer, withAnswer } from './tool-answer.ts';

export interface Message {
  /** Parsed JSON; undefined for an empty body. */
  body: unknown;
  headers: RequestHeaders;
  signal?: AbortSignal;
}

/**
 * Answers one message of the Model Context Protocol: revision 2026-07-28, in which each stands for itself, and 2025-11-25,
 * served without a session. Both by a server that lives for this message and knows its caller. @throws what its tools throw
 */
export async function serve(ctx: Ctx, { body, headers, signal }: Message): Promise<Written> {
  judgeAccept(headers.accept);
  const early = refuseEarly(body);
  if (early) return early;
  const exchange: Exchange = { signal, faults: [] };
  const make = () => createServer(ctx, exchange);
  const request = nativeRequest(headers);
  const response = (await isLegacyRequest(request, body))
    ? await answerOlder(make, request, body)
    : await createMcpHandler(make, { legacy: 'reject' }).fetch(request, { parsedBody: body });
  // A fault is ours to log and to answer for; the protocol's library would have told its text.
  if (exchange.faults.length > 0) throw exchange.faults[0];
  return written(response, exchange.answer);
}

/** The revisions up to 2025-11-25, whose messages carry nothing of the client. Answered as JSON: nothing here streams. */
async function answerOlder(make: () => ReturnType<typeof createServer>, request: Request, body: unknown) {
  const server = make();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    supportedProtocolVersions: [...PROTOCOL_VERSIONS],
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

const Identified = z.looseObject({ id: z.union([z.string(), z.number()]) });
/** A stream that would never tell anything: no list here announces its changes. */
const Listening = z.looseObject({ method: z.literal('subscriptions/listen') });

/** What the library would serve, and this server does not. */
function refuseEarly(body: unknown): Written | undefined {
  if (body === undefined) return rpcError(400, INVALID_REQUEST, 'Send a JSON-RPC message.');
  if (Array.isArray(body)) return rpcError(400, INVALID_REQUEST, 'Send one message at a time.');
  if (isExcessive(body)) return rpcError(400, INVALID_REQUEST, 'This message holds too many values.');
  if (!Listening.safeParse(body).success) return undefined;
  return rpcError(404, METHOD_NOT_FOUND, 'Method not found', Identified.safeParse(body).data?.id);
}

/** The protocol asks clients to take both JSON and a stream of events; JSON is what they get, so it is enough to take that. */
function judgeAccept(accept: string | undefined): void {
  if (accept === undefined || /application\/(json|\*)|\*\/\*/i.test(accept)) return;
  throw new Problem(406, 'not_acceptable', 'Accept application/json: that is what is answered.');
}

/** The library takes the platform's own classes alone (RECIPES.md). Addresses and bearer stay outside. */
function nativeRequest({ accept, ...headers }: RequestHeaders): Request {
  const both = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return new Request('http://muster/mcp', {
    method: 'POST',
    headers: { ...headers, ...both },
  });
}

async function written(response: Response, answer: ToolAnswer | undefined): Promise<Written> {
  const type = response.headers.get('content-type');
  const text = await response.text();
  const message = answer === undefined ? (asInvalidParams(text) ?? text) : withAnswer(text, answer);
  return {
    written: true,
    status: response.status,
    headers: type === null ? {} : { 'Content-Type': type },
    body: message === '' ? null : message,
  };
}

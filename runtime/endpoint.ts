import type { z } from 'zod';
import type { Ctx, Settings } from '../domain/context.ts';
import type { JsonText } from '../domain/json-text.ts';
import type { Problem } from '../domain/problem.ts';
import type { Reply, Written } from '../domain/reply.ts';
import type { Sql } from '../domain/sql.ts';
import type { TableAnswer } from '../domain/table-answer.ts';
import type { AuditAction } from '../schema/audit.ts';
import type { Access } from './access.ts';
import type { FileAnswer } from './files.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/** Which listener serves it when the ingress is split (CONTRACT.md, Listeners). `every` is on all of them. */
export type Door = 'main' | 'agents' | 'mcp' | 'every';

/** A limit on calls, or on failed calls, within a window: over it 429 with Retry-After. Or on calls at once: over it the next waits. */
export interface RateLimit<I> {
  name: string;
  points: number;
  windowSec: number;
  key: (ctx: Ctx, input: I) => string;
  /** What counts: every call, the calls that end in such a refusal, or those under way (which know no window). */
  counts: 'calls' | 'underWay' | ((problem: Problem) => boolean);
}

/** How an endpoint looks to an AI application: the same declaration served over MCP and to AI chat. */
export interface Tool {
  name: string;
  description: string;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint?: boolean };
  /** Inputs that an AI is not offered, e.g. another form of the answer. One that is sent all the same is refused. */
  hides?: readonly string[];
  /** Inputs that stand in for what an AI leaves out, e.g. a page that suits a model's context. */
  defaults?: Readonly<Record<string, string | number | boolean>>;
  /** The most that an AI may ask for of a number. A page's `limit` is 25 and at most 100 unless stated (runtime/toolbox.ts). */
  maximums?: Readonly<Record<string, number>>;
  /** Keys of the answer that an AI is not told, because it has sent them itself or they would fill its context. */
  omits?: readonly string[];
}

type Schema = z.ZodType | undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** Headers that an endpoint may ask for; the rest of the request is the router's. */
export type RequestHeader =
  | 'cookie'
  | 'origin'
  | 'accept'
  | 'accept-language'
  | 'content-type'
  | 'mcp-protocol-version'
  | 'mcp-session-id'
  | 'mcp-method'
  | 'mcp-name'
  | 'last-event-id';
export type RequestHeaders = Partial<Record<RequestHeader, string>>;

/** The parsed input that a handler gets: three parts that never override one another, and the headers it reads. */
export interface Input<P extends Schema, Q extends Schema, B extends Schema> {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  headers: RequestHeaders;
  /** Aborts when the client goes away; absent where there is none to go. */
  signal?: AbortSignal;
}

/** What is known of a request before its bearer and its body are looked at. */
export interface RequestHead {
  /** As it was sent; null without one. */
  host: string | null;
  origin: string | null;
  ip: string | null;
}

/** What a guard decides by. */
export interface GuardCtx {
  sql: Sql;
  settings: Settings;
}

/** JSON in the shape of `output`, the same as text from the database, a file, or rows that are streamed. */
type Answer<O extends Schema> = O extends z.ZodType
  ? z.input<O> | JsonText<z.output<O>> | FileAnswer | TableAnswer | Reply | Written
  : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer may be an async function that returns nothing
    undefined | void | Reply | Written;

export interface Declaration<R extends Route, P extends Schema, Q extends Schema, B extends Schema, O extends Schema> {
  route: R;
  summary: string;
  /** Mandatory: there is no endpoint without a decision on who may call it. */
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  /** Shape of the answer; none is 204. */
  output?: O;
  /** By status, what a refusal may hold beside the keys of every refusal (ProblemBody). */
  refusals?: Readonly<Record<number, z.ZodType>>;
  /** Default 200, or 204 without an output. */
  status?: 200 | 201 | 202 | 204 | 302;
  /** What its domain function may write; mandatory for what changes anything. */
  audits?: readonly AuditAction[];
  tool?: Tool;
  /** `own` leaves it to the domain function: work item by item, password hashing, network, waiting. */
  transaction?: 'own';
  limits?: RateLimit<Input<P, Q, B>>[];
  door?: Door;
  reads?: readonly RequestHeader[];
  /** Its domain function reads a few rows by their keys, and nothing else: it shares the connection for that (runtime/services.ts). */
  lookup?: true;
  /**
   * For addresses to which browsers navigate: the path of the console on which a refusal lands, and which tells nothing of it;
   * undefined answers it as JSON. It is logged and audited like the others.
   */
  landsOn?: (problem: Problem) => string | undefined;
  /** Media type of the answer; JSON unless stated. Text is sent as it is, files and CSV by their own code with backpressure. */
  responds?:
    | 'application/json'
    | 'text/plain'
    | 'text/html'
    | 'file'
    | 'text/csv'
    | 'application/json, text/csv'
    | 'application/json, text/event-stream';
  /** How a body comes; JSON unless stated. A form's fields are text, each at most once (RFC 6749, 3.1). */
  accepts?: 'application/x-www-form-urlencoded';
  /** The most that a body may have, in bytes; 1 MiB unless stated (runtime/limit-body.ts). */
  bodyMaxBytes?: number;
  /** Which bearers lead to a caller: those of the API unless stated, or those of /mcp (runtime/authenticate.ts). */
  bearer?: 'mcp';
  /** Whether there is such a route on this server; 404 where not. */
  exists?: (settings: Settings) => boolean;
  /** Judges a request before its bearer. @throws Problem */
  guard?: (ctx: GuardCtx, head: RequestHead) => void | Promise<void>;
  /** Which origins' pages may read the answers (Fetch Standard, CORS protocol); none unless stated. Never with credentials. */
  cors?: 'any' | ((ctx: GuardCtx, origin: string) => boolean | Promise<boolean>);
  /** A refusal in another form than ProblemBody; undefined leaves it as it is. Gets the headers that the endpoint reads. */
  refuses?: (problem: Problem, settings: Settings, requestId: string, headers: RequestHeaders) => Written | undefined;
  /** After how long the request is answered, whatever it waits for; 35 s unless stated (runtime/bound-fetch.ts). */
  deadlineSec?: number;
}

export interface Endpoint<
  R extends Route = Route,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  O extends Schema = Schema,
> extends Declaration<R, P, Q, B, O> {
  method: Method;
  path: string;
  run: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Answer<O>> | Answer<O>;
}

/** Its answer goes past the adapter, by the code that has backpressure (runtime/static-files/file-server.ts). */
export const isStreamed = ({ responds }: Pick<AnyEndpoint, 'responds'>): boolean =>
  responds === 'file' || (responds?.endsWith('text/csv') ?? false);

/** An endpoint whose types have been forgotten: what router, OpenAPI and tests walk over. */
// biome-ignore lint/suspicious/noExplicitAny: endpoints of different types have no common argument type
export type AnyEndpoint = Endpoint<Route, any, any, any, any>;

/** What a caller sends and gets, as the console's typed client knows it. */
export interface Contract<E extends AnyEndpoint> {
  params: Sent<NonNullable<E['params']>>;
  query: Sent<NonNullable<E['query']>>;
  body: Sent<NonNullable<E['body']>>;
  output: Got<NonNullable<E['output']>>;
}
type Sent<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.input<S> : undefined;
type Got<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.output<S> : undefined;

/**
 * Declares one endpoint. From this come the route, the access check, the parsing, the OpenAPI document, the console's
 * typed client, the MCP catalog and the access tests (ARCHITECTURE.md, One endpoint end to end).
 */
export function endpoint<
  const R extends Route,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  O extends Schema = undefined,
>(declaration: Declaration<R, P, Q, B, O>, run: Endpoint<R, P, Q, B, O>['run']): Endpoint<R, P, Q, B, O> {
  const [method, path] = declaration.route.split(' ') as [Method, string];
  if (method !== 'GET' && !declaration.audits) throw new Error(`${declaration.route} must declare what it audits`);
  if (declaration.lookup && declaration.audits) throw new Error(`${declaration.route}: a lookup writes nothing`);
  if (declaration.reads && isStreamed(declaration)) throw new Error(`${declaration.route}: a file reads no headers`);
  return { ...declaration, method, path, run };
}

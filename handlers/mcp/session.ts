import type { ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_INFO_META_KEY, INTERNAL_ERROR, ProtocolError, type Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Ctx } from '../../domain/context.ts';
import type { ToolUser } from '../../domain/tool-uses.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** One message on its way through the protocol's library. */
export interface Exchange {
  /** Aborted when the sender has gone. */
  signal: AbortSignal | undefined;
  /** What handlers threw that is no answer of the protocol. */
  faults: unknown[];
  /** What a tool answered. */
  answer?: ToolAnswer;
}

/** One message and who sent it. */
export interface Session {
  ctx: Ctx;
  server: Server;
  exchange: Exchange;
}

type Handler<Q, A> = (session: Session, request: Q, user: ToolUser) => A | Promise<A>;

/**
 * Handlers for the library's server. A ProtocolError is an answer; everything else is a fault of ours, which is kept for the
 * router to log, and of which the application learns nothing.
 */
export const guarded =
  (session: Session) =>
  <Q, A>(handler: Handler<Q, A>) =>
  async (request: Q, context: ServerContext): Promise<A> => {
    try {
      return await handler(session, request, {
        via: 'mcp',
        client: clientOf(session, context),
        signal: session.exchange.signal,
      });
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      session.exchange.faults.push(error);
      throw new ProtocolError(INTERNAL_ERROR, 'Something went wrong here.');
    }
  };

const ClientInfo = z.looseObject({ name: z.string().min(1) });

/** As the application calls itself, where the request says so: since 2026-07-28 each does. Else as it registered. */
function clientOf({ ctx }: Session, { mcpReq }: ServerContext): string | undefined {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  return ClientInfo.safeParse(envelope[CLIENT_INFO_META_KEY]).data?.name ?? ctx.actor.client?.name;
}

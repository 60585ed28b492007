import type { DomainEvent, EventOf } from '../domain/events.ts';
import type { ServerFrame } from '../schema/agent.ts';
import type { Log } from './log.ts';

/** Asks a device something, wherever it is connected. */
export type Responder = (deviceId: string, frame: ServerFrame, timeoutMs: number) => Promise<unknown>;

/** The device has no socket anywhere. */
export const offline = Symbol('offline');

/**
 * Hints and short questions between the parts of the house. In-process; the seam where replicas would be joined by a
 * broker, so nothing may assume that a device's socket lives in this process. Never the only carrier of work: rows are.
 */
export interface Bus {
  /** Tells every listener before it returns; one that fails, at once or later, is logged and disturbs nobody. */
  publish: (events: DomainEvent[]) => void;
  /** @returns what ends the subscription. */
  subscribe: <T extends DomainEvent['type']>(type: T, listener: (event: EventOf<T>) => unknown) => () => void;
  /** The device's answer, or `offline`. Rejects when it does not answer in time. */
  request: (deviceId: string, frame: ServerFrame, timeoutMs: number) => Promise<unknown>;
  /** The hub that holds sockets answers requests. */
  respond: (responder: Responder) => void;
}

export function createBus(log: Log): Bus {
  const listeners = new Set<(event: DomainEvent) => unknown>();
  let responder: Responder | undefined;
  const deliver = (event: DomainEvent, listener: (event: DomainEvent) => unknown) => {
    const failed = (error: unknown) =>
      log.error({ err: error, event: event.type }, 'a listener failed; the sweep will find what it missed');
    try {
      const outcome = listener(event);
      // Unhandled, the rejection of an async listener would end the process, for instance while the database is away.
      if (outcome instanceof Promise) outcome.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
  return {
    publish: (events) => {
      for (const event of events) for (const listener of listeners) deliver(event, listener);
    },
    subscribe: (type, listener) => {
      const filtered = (event: DomainEvent) => (isOf(event, type) ? listener(event) : undefined);
      listeners.add(filtered);
      return () => listeners.delete(filtered);
    },
    request: async (deviceId, frame, timeoutMs) => (responder ? responder(deviceId, frame, timeoutMs) : offline),
    respond: (next) => {
      responder = next;
    },
  };
}

const isOf = <T extends DomainEvent['type']>(event: DomainEvent, type: T): event is EventOf<T> => event.type === type;

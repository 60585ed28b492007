/** What a test server tells its bus. */
import type { DomainEvent, EventOf } from '../domain/events.ts';
import type { TestServer } from './harness.ts';

/** Records the events that calls publish from now on; they still reach the bus. */
export function recordEvents(server: TestServer) {
  const { services } = server.muster;
  const { publish } = services;
  const seen: DomainEvent[] = [];
  services.publish = (events) => {
    seen.push(...events);
    publish(events);
  };
  return {
    /** Those of one type, and forgets all. */
    take: <T extends DomainEvent['type']>(type: T): EventOf<T>[] =>
      seen.splice(0).filter((event): event is EventOf<T> => event.type === type),
  };
}

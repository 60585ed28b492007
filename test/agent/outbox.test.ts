import { describe, expect, it } from 'vitest';
import {
  acknowledged,
  addToOutbox,
  attach,
  createOutbox,
  detach,
  isEmpty,
  repeatStale,
  withdraw,
} from '../../agent/link/outbox.ts';

function outboxWithPeer() {
  const outbox = createOutbox(() => undefined);
  const sent: string[] = [];
  const done: string[] = [];
  const add = (id: string, text = id) => addToOutbox(outbox, { id, load: () => text, done: () => void done.push(id) });
  const connect = () => attach(outbox, (text) => void sent.push(text));
  return { outbox, sent, done, add, connect };
}

describe('the outbox', () => {
  it('waits for a connection, and sends in order', () => {
    const { outbox, sent, add, connect } = outboxWithPeer();
    for (const id of ['a', 'b', 'c']) add(id);
    expect(sent).toEqual([]);
    connect();
    add('d');
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
    expect(isEmpty(outbox)).toBe(false);
  });

  it('sends the unacknowledged again over the next connection, before what is new', () => {
    const { outbox, sent, done, add, connect } = outboxWithPeer();
    connect();
    for (const id of ['a', 'b', 'c']) add(id);
    acknowledged(outbox, 'b');
    detach(outbox);
    add('d');
    sent.length = 0;
    connect();
    expect(sent).toEqual(['a', 'c', 'd']);
    expect(done).toEqual(['b']);
  });

  it('forgets what the server refused for good, and an acknowledgement of nothing', () => {
    const { outbox, done, add, connect } = outboxWithPeer();
    connect();
    add('a');
    acknowledged(outbox, 'unknown');
    acknowledged(outbox, 'a', 'no such job');
    acknowledged(outbox, 'a');
    expect(done).toEqual(['a']);
    expect(isEmpty(outbox)).toBe(true);
  });

  it('keeps a bounded number of frames and bytes under way', () => {
    const many = outboxWithPeer();
    many.connect();
    for (let number = 0; number < 100; number++) many.add(String(number));
    expect(many.sent).toHaveLength(64);
    acknowledged(many.outbox, '5');
    expect(many.sent).toHaveLength(65);

    const large = outboxWithPeer();
    large.connect();
    for (let number = 0; number < 10; number++) large.add(String(number), 'x'.repeat(1024 * 1024));
    expect(large.sent).toHaveLength(4);
    acknowledged(large.outbox, '0');
    expect(large.sent).toHaveLength(5);
  });

  it('passes over a frame that cannot be read', () => {
    const { outbox, sent, add, connect } = outboxWithPeer();
    const load = () => {
      throw new Error('EIO');
    };
    addToOutbox(outbox, { id: 'broken', load, done: () => undefined });
    add('a');
    connect();
    expect(sent).toEqual(['a']);
  });

  it('repeats what a living connection has not acknowledged for long', () => {
    const { outbox, sent, add, connect } = outboxWithPeer();
    connect();
    add('a');
    repeatStale(outbox);
    expect(sent).toEqual(['a']);
    repeatStale(outbox, -1);
    expect(sent).toEqual(['a', 'a']);
  });

  it('does not send what was withdrawn', () => {
    const { outbox, sent, add, connect } = outboxWithPeer();
    add('a');
    withdraw(outbox, 'a');
    connect();
    expect(sent).toEqual([]);
    expect(isEmpty(outbox)).toBe(true);
  });
});

import { createStore, produce, reconcile, unwrap } from 'solid-js/store';
import type { ChatEvent } from '../../../schema/chat.ts';
import { apiSource } from '../../api.ts';
import { queries } from '../../queries.ts';
import { me } from '../../session.ts';
import { type ChatMessage, messagesKey } from './chat.ts';
import { openAnswer } from './open-answer.ts';

/**
 * Answers that stream into this tab, by person and conversation: whoever signs in next in this tab does not find them. They are
 * kept outside of any page: somebody who looks at a device meanwhile comes back to an answer that went on. What other tabs stream
 * is read from the history.
 */
export type Streamed = { question: ChatMessage; answer: ChatMessage };

const [streams, setStreams] = createStore<Record<string, Streamed | undefined>>({});

interface Place {
  sessionId: string;
  /** Of the stream: whose it is, and in which conversation. */
  key: string;
}

const placeOf = (sessionId: string): Place => ({ sessionId, key: `${me()?.user?.id ?? ''} ${sessionId}` });

/** What streams into this tab, ahead of the history. */
export const streamed = (sessionId: string): Streamed | undefined => streams[placeOf(sessionId).key];

/** Answers that ended in this tab and of whose end nobody was told: a quick one is over before its conversation is on screen. */
const untold = new Set<string>();

/** Whether the end of this answer is still to be told. It is said once. */
export const endIsUntold = (messageId: string): boolean => untold.delete(messageId);

/**
 * Asks, and follows the answer. Resolves as soon as the question is stored; what becomes of the answer then is in
 * `streamed` and in the history. @throws ApiError when it was not stored: refused, or nothing was reached
 */
export function ask(sessionId: string, content: string): Promise<void> {
  return new Promise((resolve, reject) => {
    void follow(sessionId, content, resolve).catch(reject);
  });
}

async function follow(sessionId: string, content: string, onStored: () => void): Promise<void> {
  const place = placeOf(sessionId);
  const text = createTextBuffer(place);
  try {
    await openAnswer(apiSource, sessionId, content, (event) => {
      if (event.t === 'text') return text.add(event.delta);
      text.flush();
      take(place, event);
      if (event.t === 'started') onStored();
    });
  } finally {
    text.flush();
    handOver(place);
  }
}

function take({ key }: Place, event: Exclude<ChatEvent, { t: 'text' }>): void {
  if (event.t === 'done') untold.add(event.message.id);
  if (event.t === 'failed') untold.add(event.answer.id);
  if (event.t === 'started') setStreams(key, { question: event.question, answer: event.answer });
  else if (event.t === 'done') setStreams(key, 'answer', reconcile(event.message));
  else if (event.t === 'failed') setStreams(key, 'answer', reconcile(event.answer));
  else
    setStreams(
      key,
      'answer',
      'steps',
      produce((steps) => {
        const at = steps.findIndex(({ id }) => id === event.step.id);
        steps.splice(at < 0 ? steps.length : at, 1, event.step);
      }),
    );
}

/**
 * Done or broken off: from here on the history has the word. What was seen is put there first, so that nothing vanishes from
 * the screen when the connection that broke off does not read the history either.
 */
function handOver({ sessionId, key }: Place): void {
  const last = streams[key];
  // Whoever has signed in since reads a history of their own here.
  if (last && key === placeOf(sessionId).key) {
    const seen = structuredClone(unwrap(last));
    queries.setQueryData<{ messages: ChatMessage[] }>(messagesKey(sessionId), (history) =>
      history ? { ...history, messages: withMessages(history.messages, [seen.question, seen.answer]) } : history,
    );
  }
  setStreams(key, undefined);
  void queries.invalidateQueries({ queryKey: ['chat_sessions'] });
}

/** Messages in their order, with newer ones in the place of those with the same id. */
export function withMessages(history: readonly ChatMessage[], newer: readonly ChatMessage[]): ChatMessage[] {
  const known = history.map((message) => newer.find(({ id }) => id === message.id) ?? message);
  return [...known, ...newer.filter(({ id }) => !history.some((message) => message.id === id))];
}

/** Gathers text for one drawing: tokens come quicker than the screen shows them. */
function createTextBuffer({ key }: Place) {
  let waiting = '';
  let frame: number | undefined;
  const flush = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    const delta = waiting;
    waiting = '';
    if (delta !== '' && streams[key]) setStreams(key, 'answer', 'content', (before) => before + delta);
  };
  return {
    flush,
    add: (delta: string) => {
      waiting += delta;
      frame ??= requestAnimationFrame(flush);
    },
  };
}

import type { ChatMessage, ChatStep } from './chat.ts';

/** A stretch of an answer: what it said, or what it did between two things it said. */
export type AnswerPart = { kind: 'text'; text: string } | { kind: 'steps'; steps: ChatStep[] };

/** What an answer said and did, in the order in which it came. */
export function partsOf({ content, steps }: Pick<ChatMessage, 'content' | 'steps'>): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let said = 0;
  const say = (until: number) => {
    const text = content.slice(said, until);
    said = Math.max(said, until);
    if (text.trim() !== '') parts.push({ kind: 'text', text });
  };
  for (const step of steps.toSorted((a, b) => a.at - b.at)) {
    say(step.at);
    const last = parts.at(-1);
    if (last?.kind === 'steps') last.steps.push(step);
    else parts.push({ kind: 'steps', steps: [step] });
  }
  say(content.length);
  return parts;
}

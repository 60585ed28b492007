import type { LiveNoun } from '../schema/live.ts';
import type { Ctx } from './context.ts';

/** Tells consoles that these rows changed; nothing when there are none. */
export function changed(ctx: Ctx, noun: LiveNoun, ids: string[]): void {
  if (ids.length > 0) ctx.emit({ type: 'changed', noun, ids });
}

import { z } from 'zod';
import { Problem } from './problem.ts';

const Position = z.array(z.union([z.string(), z.number(), z.null()])).max(8);

/** Opaque text for the last row of a page: the values it was sorted by. */
export const encodeCursor = (position: z.infer<typeof Position>): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** The values behind a cursor, judged by the list's own schema; 400 invalid_cursor for anything else. */
export function decodeCursor<T extends z.ZodType>(cursor: string, shape: T): z.output<T> {
  try {
    return shape.parse(Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString())));
  } catch (cause) {
    throw new Problem(400, 'invalid_cursor', 'This cursor does not belong to this list.', { cause });
  }
}

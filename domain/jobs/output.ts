import type { JobOutputPart, JobStatus } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { recordInScope } from '../scope.ts';
import { finishedStates } from './transitions.ts';

/** Bytes of UTF-8 in one answer, and pieces looked at for it. */
const PART_MAX_BYTES = 256 * 1024;
const PIECES_MAX = 64;
/** A character of UTF-8 has at most this many bytes behind its first (RFC 3629, 3). */
const CONTINUATION_MAX = 3;

interface Row {
  status: JobStatus;
  in_scope: boolean;
  /** The result's output from a few bytes before the offset on, and its length; null before there is one. */
  kept: Buffer | null;
  kept_bytes: number;
  pieces: { at: number; text: string }[];
}

/**
 * Output from a byte offset on, never splitting a character: `from` says where the text really begins, which is earlier
 * inside a character and later where a piece was lost on its way. `done`: the job has ended and this reaches its end; when
 * its output was truncated, the kept head and tail are in the job itself. @throws 404 job_not_found, 403 out_of_scope
 */
export async function readOutput(ctx: Ctx, id: string, from: number): Promise<JobOutputPart> {
  const row = await find(ctx, id, from);
  const part = row.kept ? fromKept(row.kept, row.kept_bytes, from) : fromPieces(row.pieces, from);
  const { start, text, end, last } = part;
  return { from: start, text, next_offset: end, done: last && finishedStates.includes(row.status) };
}

/** In one statement, because a result that arrives between two would take the pieces away. */
async function find(ctx: Ctx, id: string, from: number): Promise<Row> {
  const { sql } = ctx;
  const [row] = await sql<Row[]>`
    select r.status, ${recordInScope(ctx)} as in_scope,
      case when o.kept then substring(convert_to(r.stdout, 'UTF8')
        from ${Math.max(0, from - CONTINUATION_MAX) + 1} for ${PART_MAX_BYTES + 2 * CONTINUATION_MAX}) end as kept,
      octet_length(r.stdout) as kept_bytes,
      (select coalesce(json_agg(json_build_object('at', p.byte_offset, 'text', p.content) order by p.byte_offset), '[]')
       from (select byte_offset, content from job_output
             where job_id = r.id and byte_offset + byte_length > ${from}
             order by byte_offset limit ${PIECES_MAX}) p) as pieces
    from jobs r left join devices d on d.id = r.agent_id
    cross join lateral (select r.outcome is not null and r.late_result is null as kept) o
    where r.id = ${id}`;
  if (!row) throw notFound('job');
  if (!row.in_scope) throw outOfScope('job');
  return row;
}

interface Cut {
  start: number;
  text: string;
  end: number;
  /** Nothing is known behind it. */
  last: boolean;
}

function fromKept(kept: Buffer, total: number, from: number): Cut {
  const base = Math.max(0, from - CONTINUATION_MAX);
  if (from >= total) return { start: from, text: '', end: from, last: true };
  const start = startOfCharacter(kept, from - base);
  const end = startOfCharacter(kept, Math.min(kept.length, start + PART_MAX_BYTES));
  return { start: base + start, text: kept.toString('utf8', start, end), end: base + end, last: base + end >= total };
}

/** Pieces that follow one another; a gap ends the answer, so that the next one begins behind it. */
function fromPieces(pieces: Row['pieces'], from: number): Cut {
  const [first] = pieces;
  if (!first) return { start: from, text: '', end: from, last: true };
  const bytes = Buffer.from(first.text);
  const skip = startOfCharacter(bytes, Math.max(0, from - first.at));
  const start = first.at + skip;
  const parts = [bytes.subarray(skip)];
  let end = first.at + bytes.length;
  let taken = 1;
  for (const piece of pieces.slice(1)) {
    if (piece.at !== end || end - start >= PART_MAX_BYTES) break;
    parts.push(Buffer.from(piece.text));
    end += Buffer.byteLength(piece.text);
    taken++;
  }
  const last = taken === pieces.length && pieces.length < PIECES_MAX;
  return { start, text: Buffer.concat(parts).toString(), end, last };
}

/** The position itself or the first byte of the character it lies in. */
function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

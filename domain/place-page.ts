import { z } from 'zod';
import { Id, text } from '../schema/common.ts';
import type { PlacePage } from '../schema/organisation.ts';
import type { Ctx } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { envelope, type JsonText } from './json-text.ts';
import { containing, type Fragment } from './sql.ts';

interface Places {
  plural: 'clients' | 'sites' | 'groups';
  /** Of a row, `id` and `name` among them. */
  columns: Fragment;
  /** The table with what its columns need, and which of its rows. */
  from: Fragment;
  where: Fragment;
  /** Where these stand in the table. */
  id: Fragment;
  name: Fragment;
}

interface Page {
  json: string;
  more: boolean | null;
  last: [string, string] | null;
}

/**
 * Companies, sites or departments by name: all of them, which is what a tree is made from, or a page where one is asked for.
 * @throws 400 invalid_cursor
 */
export async function placePage<T>({ sql }: Ctx, places: Places, page: PlacePage): Promise<JsonText<T>> {
  const { plural, columns, from, where, id, name } = places;
  const { q = '', limit, cursor } = page;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([text(1000), Id]));
  const [row] = await sql<Page[]>`
    with page as materialized (
      select ${columns} from ${from}
      where ${where} and lower(${name}) like lower(${containing(q)})
        and ${after ? sql`(lower(${name}), ${id}) > (${after[0]}::text, ${after[1]}::uuid)` : sql`true`}
      order by lower(${name}), ${id} limit ${limit === undefined ? null : limit + 1}
    ), shown as materialized (select p.* from page p order by lower(p.name), p.id limit ${limit ?? null})
    select (select count(*) from page) > ${limit ?? null}::int as more,
      (select json_build_array(lower(p.name), p.id) from shown p order by lower(p.name) desc, p.id desc limit 1) as last,
      (select coalesce(json_agg(row_to_json(p) order by lower(p.name), p.id), '[]')::text from shown p) as json`;
  if (!row) throw new Error('an aggregate returns a row');
  return envelope(plural, row.json, { next_cursor: row.more && row.last ? encodeCursor(row.last) : undefined });
}

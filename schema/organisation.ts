/** Client (company) > Site > Department (group). SPEC.md, Organisation. */
import { z } from 'zod';
import { Cursor, Id, Name, Timestamp, text } from './common.ts';

/** All of them, for a tree, unless a page is asked for. */
const page = {
  q: text(200).optional().describe('Words in the name'),
  limit: z.coerce
    .number<number | string>()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Entries of one answer; without it all come at once'),
  cursor: Cursor.optional(),
};
export const ClientQuery = z.strictObject(page);
export type PlacePage = z.infer<typeof ClientQuery>;

/** `device_count` and `online_count` count what the caller may see. */
const counts = { device_count: z.number().int(), online_count: z.number().int() };

export const Client = z
  .object({ id: Id, name: z.string(), ...counts, created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: 'Client' });
export type Client = z.infer<typeof Client>;
export const ClientEdit = z.strictObject({ name: Name });

export const Site = z
  .object({ id: Id, client_id: Id, name: z.string(), ...counts, created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: 'Site' });
export type Site = z.infer<typeof Site>;
export const SiteCreate = z.strictObject({ client_id: Id, name: Name });
export const SiteEdit = z.strictObject({ name: Name });
export const SiteQuery = z.strictObject({ client_id: Id.optional().describe('Only sites of this company'), ...page });
export type SiteQuery = z.infer<typeof SiteQuery>;

export const Group = z
  .object({
    id: Id,
    site_id: Id,
    client_id: Id,
    name: z.string(),
    ...counts,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;
export const GroupCreate = z.strictObject({ site_id: Id, name: Name });
export const GroupEdit = z.strictObject({ name: Name });
export const GroupQuery = z.strictObject({ site_id: Id.optional().describe('Only departments of this site'), ...page });
export type GroupQuery = z.infer<typeof GroupQuery>;

export const ClientList = z.object({ clients: z.array(Client), next_cursor: z.string().optional() });
export const SiteList = z.object({ sites: z.array(Site), next_cursor: z.string().optional() });
export const GroupList = z.object({ groups: z.array(Group), next_cursor: z.string().optional() });

/** Client (company) > Site > Department (group). SPEC.md, Organisation. */
import { z } from 'zod';
import { Id, Name, Timestamp } from './common.ts';

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
export const SiteQuery = z.strictObject({ client_id: Id.optional() });

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
export const GroupQuery = z.strictObject({ site_id: Id.optional() });

export const ClientList = z.object({ clients: z.array(Client) });
export const SiteList = z.object({ sites: z.array(Site) });
export const GroupList = z.object({ groups: z.array(Group) });

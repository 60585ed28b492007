import { type DeviceSort, DeviceSortKey } from '../../schema/devices.ts';
import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

export interface Order {
  /** Text that sorts; never null, so that no row falls between two pages. */
  key: Fragment;
  /** What the key reads beside `devices d`. */
  joins: Fragment;
  descending: boolean;
}

/** How the list is ordered; the id stands behind every key. Devices without a company or site come first. */
export function sortBy({ sql }: Pick<Ctx, 'sql'>, sort: DeviceSort): Order {
  const descending = sort.startsWith('-');
  const keys: Record<DeviceSortKey, () => { key: Fragment; joins?: Fragment }> = {
    hostname: () => ({ key: sql`d.hostname_key` }),
    status: () => ({ key: sql`d.status` }),
    os: () => ({ key: sql`lower(d.os_name || ' ' || d.os_version)` }),
    // Grouped, so that the key is made once for each version there is and not for each device. A left join, like the
    // others, because the count leaves such joins out.
    version: () => ({
      key: sql`coalesce(v.key, '')`,
      joins: sql`
        left join (select version, version_sort_key(version) collate "C" as key from devices group by version) v
        on v.version = d.version`,
    }),
    client: () => ({
      key: sql`coalesce(lower(c.name), '')`,
      joins: sql`left join clients c on c.id = d.client_id`,
    }),
    site: () => ({ key: sql`coalesce(lower(s.name), '')`, joins: sql`left join sites s on s.id = d.site_id` }),
  };
  const { key, joins = sql`` } = keys[DeviceSortKey.parse(sort.replace('-', ''))]();
  return { key, joins, descending };
}

/** The migrations that this version of Muster brings: schema/migrations/000001_<what>.sql and on. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Migration = {
  version: number;
  /** File name without `.sql`. */
  name: string;
  sql: string;
  /** SHA-256 in hex of the text with Unix line ends, so that a checkout on Windows has the same. */
  checksum: string;
};

/** The migrations in `folder` in order. Throws when one has a wrong name, is there twice or leaves a gap. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return names.map((file, index) => {
    const digits = /^(\d{6})_[a-z0-9_]+\.sql$/.exec(file)?.[1];
    if (digits === undefined) throw new Error(`migration ${file} is not named like 000001_<what>.sql`);
    const version = Number(digits);
    if (version <= index) throw new Error(`migration ${file} has the number of another one (${names[index - 1]})`);
    if (version > index + 1) throw new Error(`migration ${file} leaves a gap: number ${index + 1} is missing`);
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return {
      version,
      name: file.slice(0, -'.sql'.length),
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
    };
  });
}

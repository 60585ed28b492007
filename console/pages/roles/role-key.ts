/** A key for a role of this name, as schema/users.ts allows: "Fach-Support Süd" → "fach-support-sud". */
export function keyFor(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 50)
    .replace(/-+$/, '');
}

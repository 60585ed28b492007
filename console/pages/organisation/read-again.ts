import { queries } from '../../queries.ts';

/** Names of places stand beside devices as well. */
export async function readAgain(): Promise<void> {
  const nouns = ['clients', 'sites', 'groups', 'devices', 'enroll_tokens', 'dashboard'];
  await Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}

import { expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { replaceRecoveryCodes } from '../../../domain/second-factors/recovery-codes.ts';
import { createContext } from '../../context.ts';
import { createPerson } from '../../factories.ts';
import { startServer } from '../../harness.ts';

test('every letter of a recovery code is random: 24 of 32 letters, 120 bits (ASVS 6.5.2 asks for 112)', async () => {
  const server = await startServer();
  try {
    const { id } = await createPerson(server.db);
    const { ctx } = createContext(server);
    const codes: string[] = [];
    for (let i = 0; i < 30; i++)
      codes.push(...(await transaction(ctx, (inside) => replaceRecoveryCodes(inside, id))).map((code) => plain(code)));
    expect(new Set(codes).size).toBe(300);
    for (let place = 0; place < 24; place++) {
      const seen = new Set(codes.map((code) => code[place]));
      // of 32 letters 300 draws miss more than four once in a million tries
      expect(seen.size, `letter ${place}`).toBeGreaterThanOrEqual(28);
    }
    const stored = await server.db.sql`select 1 from recovery_codes where user_id = ${id}`;
    expect(stored.count).toBe(10);
  } finally {
    await server.stop();
  }
});

const plain = (code: string) => code.replaceAll('-', '');

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevice, createJob, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const read = (id: string, token?: string) => server.ok('GET /api/jobs/:id', { token, params: { id } });
const output = (id: string, from?: number) =>
  server.ok('GET /api/jobs/:id/output', { params: { id }, query: from === undefined ? {} : { from } });

describe('what was approved before', () => {
  const approved = async (description: string, script: string, shell: 'bash' | 'sh' = 'bash', place = {}) => {
    const id = await createJob(server.db, await createDevice(server.db, place), { description, script, shell });
    return server.ok('POST /api/jobs/:id/approve', { params: { id } });
  };

  test('is the newest job with the same name and shell, for a diff', async () => {
    const name = 'Rotate logs';
    await approved(name, 'version 1');
    const second = await approved(name, 'version 2');
    await approved(name, 'for sh', 'sh');
    await approved('Another name', 'version 3');
    await createJob(server.db, await createDevice(server.db), { description: name, script: 'never approved' });
    const id = await createJob(server.db, await createDevice(server.db), { description: name, script: 'version 3' });
    expect((await read(id)).previous_approved).toEqual({
      args: [],
      env: {},
      job_id: second.id,
      script: 'version 2',
      content_sha256: second.content_sha256,
      by: 'bootstrap token',
      at: second.decided_at,
    });
  });

  test('of an approved job is what was approved before it, not after', async () => {
    const first = await approved('In order', 'one');
    const second = await approved('In order', 'two');
    await server.db
      .sql`update jobs set decided_at = ${first.decided_at} ::timestamptz + interval '1 second' where id = ${second.id}`;
    expect((await read(second.id)).previous_approved).toMatchObject({ script: 'one' });
    expect((await read(first.id)).previous_approved).toBeNull();
  });

  test('is nothing for a job without a name', async () => {
    await approved('', 'nameless');
    expect((await read(await createJob(server.db, await createDevice(server.db)))).previous_approved).toBeNull();
  });

  test('is never a job that the caller may not see', async () => {
    const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
    await approved('Everywhere', 'mine', 'bash', mine);
    await approved('Everywhere', 'a secret of others', 'bash', other);
    const id = await createJob(server.db, await createDevice(server.db, mine), { description: 'Everywhere' });
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] });
    expect((await read(id, token)).previous_approved).toMatchObject({ script: 'mine' });
    expect((await read(id)).previous_approved).toMatchObject({ script: 'a secret of others' });
  });
});

describe('output', () => {
  /** A running job with these pieces; a number is a gap of so many bytes. */
  async function running(...pieces: (string | number)[]): Promise<string> {
    const id = await createJob(server.db, await createDevice(server.db), { status: 'running' });
    let offset = 0;
    for (const piece of pieces) {
      const length = typeof piece === 'number' ? piece : Buffer.byteLength(piece);
      if (typeof piece === 'string')
        await server.db.sql`
          insert into job_output (job_id, byte_offset, byte_length, content) values (${id}, ${offset}, ${length}, ${piece})`;
      offset += length;
    }
    return id;
  }
  const finish = (id: string, stdout: string) => server.db.sql`
    with gone as (delete from job_output where job_id = ${id})
    update jobs set status = 'completed', outcome = 'exited', exit_code = 0, stdout = ${stdout} where id = ${id}`;

  test('of a running job is what has arrived, in the job and by offset, and is not done', async () => {
    const id = await running('one\n', 'two\n');
    expect((await read(id)).stdout).toBe('one\ntwo\n');
    expect(await output(id)).toEqual({ from: 0, text: 'one\ntwo\n', next_offset: 8, done: false });
    expect(await output(id, 2)).toEqual({ from: 2, text: 'e\ntwo\n', next_offset: 8, done: false });
    expect(await output(id, 4)).toEqual({ from: 4, text: 'two\n', next_offset: 8, done: false });
    expect(await output(id, 8)).toEqual({ from: 8, text: '', next_offset: 8, done: false });
  });

  test('goes on at the same offset when the result has replaced the pieces, and is done at its end', async () => {
    const id = await running('one\n', 'tw');
    const { next_offset } = await output(id);
    await finish(id, 'one\ntwo\nthree\n');
    expect(await output(id, next_offset)).toEqual({ from: 6, text: 'o\nthree\n', next_offset: 14, done: true });
    expect(await output(id, 14)).toEqual({ from: 14, text: '', next_offset: 14, done: true });
    expect(await output(id, 2 ** 30)).toEqual({ from: 2 ** 30, text: '', next_offset: 2 ** 30, done: true });
  });

  test('never splits a character: from any byte the text begins at a whole one', async () => {
    const text = 'aé€😀b';
    const [live, kept] = [await running('aé', '€😀', 'b'), await running()];
    await finish(kept, text);
    const starts = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10];
    for (const id of [live, kept])
      for (const [from, start] of starts.entries())
        expect(await output(id, from)).toMatchObject({
          from: start,
          text: Buffer.from(text).subarray(start).toString(),
          next_offset: 11,
        });
  });

  test('comes in parts of whole characters that together are the whole', async () => {
    const text = '€'.repeat(300_000);
    const id = await running();
    await finish(id, text);
    let [joined, next, done, parts] = ['', 0, false, 0];
    for (; !done; parts++) {
      const part = await output(id, next);
      expect(part.from).toBe(next);
      joined += part.text;
      ({ next_offset: next, done } = part);
    }
    expect(joined).toBe(text);
    expect(parts).toBeGreaterThan(3);
  });

  test('many pieces come in several parts, none of them done before the last', async () => {
    const id = await running(...Array.from({ length: 150 }, (_, n) => `line ${n}\n`));
    await server.db.sql`update jobs set status = 'failed' where id = ${id}`; // closed by hand: the pieces are all there is
    let [joined, next, done] = ['', 0, false];
    while (!done) {
      const part = await output(id, next);
      expect(part.text).not.toBe('');
      joined += part.text;
      ({ next_offset: next, done } = part);
    }
    expect(joined.split('\n')).toHaveLength(151);
    expect(joined).toBe((await read(id)).stdout);
  });

  test('a lost piece shows as a jump of `from`', async () => {
    const id = await running('one\n', 100, 'two\n');
    expect(await output(id)).toEqual({ from: 0, text: 'one\n', next_offset: 4, done: false });
    expect(await output(id, 4)).toEqual({ from: 104, text: 'two\n', next_offset: 108, done: false });
  });

  test('of a job that never ran is nothing: not done while it may come, done when it never will', async () => {
    const device = await createDevice(server.db);
    const [waiting, rejected] = [
      await createJob(server.db, device),
      await createJob(server.db, device, { status: 'rejected' }),
    ];
    expect(await output(waiting)).toEqual({ from: 0, text: '', next_offset: 0, done: false });
    expect(await output(rejected)).toEqual({ from: 0, text: '', next_offset: 0, done: true });
  });

  test('a late result stays beside what a person decided', async () => {
    const id = await running('half');
    await server.ok('POST /api/jobs/:id/complete', { params: { id } });
    const late = { outcome: 'exited', exit_code: 3, stdout: 'late', received_at: '2026-11-20T09:31:27.123Z' };
    await server.db.sql`update jobs set outcome = 'exited', late_result = ${server.db.sql.json(late)} where id = ${id}`;
    expect(await read(id)).toMatchObject({ status: 'completed', exit_code: null, stdout: 'half', late_result: late });
    expect(await output(id)).toMatchObject({ text: 'half', done: true });
  });

  test.each([-1, 1.5, 2 ** 31, 'x'])('400 for the offset %s', async (from) => {
    const id = await running();
    expect((await server.call('GET /api/jobs/:id/output', { params: { id }, query: { from } })).status).toBe(400);
  });

  test('404 for an unknown job', async () => {
    const id = '018f0000-0000-7000-8000-000000000000';
    expect((await server.call('GET /api/jobs/:id/output', { params: { id } })).status).toBe(404);
    expect((await server.call('GET /api/jobs/:id', { params: { id } })).status).toBe(404);
  });
});

import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { coveredNow, coverKey } from '../standing-approvals/covered.ts';
import { readSubjects } from '../standing-approvals/subjects.ts';
import { frameTail } from './definitions.ts';

interface Asked {
  deviceId: string;
  checkId: string;
}

/**
 * The frames of script checks that may run now without anybody's word, by coverKey: exactly the text that was approved,
 * args and variables with it. What is missing in the answer waits in Approvals (CONTRACT.md, Standing approval).
 */
export async function coveredScripts(ctx: Ctx, asked: readonly Asked[]): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map();
  const ids = [...new Set(asked.map(({ checkId }) => checkId))];
  const subjects = await readSubjects(ctx, ctx.sql`s.kind = 'check' and s.id = any(${ids}::uuid[])`);
  const forms = new Map(
    subjects.flatMap(({ id, timeoutSec, runs }) => {
      if (runs instanceof Problem) return [];
      const { shell, script, args, env } = runs.content;
      const config = { shell, script, args, env };
      return [
        [id, { formSha256: runs.formSha256, tail: frameTail({ id, timeout_sec: timeoutSec }, 'script', config) }],
      ];
    }),
  );
  const requests = asked.flatMap(({ checkId: id, deviceId }) => {
    const form = forms.get(id);
    return form ? [{ kind: 'check' as const, id, deviceId, formSha256: form.formSha256 }] : [];
  });
  const covered = await coveredNow(ctx, requests);
  return new Map(
    requests.flatMap((request) => {
      const key = coverKey(request);
      const tail = forms.get(request.id)?.tail;
      return covered.has(key) && tail !== undefined ? [[key, tail]] : [];
    }),
  );
}

export const scriptKey = ({ deviceId, checkId }: Asked): string => coverKey({ kind: 'check', id: checkId, deviceId });

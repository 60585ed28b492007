import { listResults } from '../../domain/check-runs/history.ts';
import { readSeries } from '../../domain/check-runs/series.ts';
import { invalid } from '../../domain/problem.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ResultHistory, ResultQuery } from '../../schema/checks.ts';
import { IdParam } from '../../schema/common.ts';

export const readResults = endpoint(
  {
    route: 'GET /api/checks/:id/results',
    summary: 'Read what a check said: newest first, or with since points for a chart of one device',
    access: permission('checks.view'),
    params: IdParam,
    query: ResultQuery,
    output: ResultHistory,
    tool: {
      name: 'get_check_results',
      description:
        'What a check said, newest first, for all devices or for agent_id. With since and agent_id it answers averages, minima and ' +
        'maxima over time instead, for a trend; until ends the range, points makes it finer.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      defaults: { points: 100 },
      maximums: { points: 300 },
    },
  },
  (ctx, { params, query: { since, points, ...query } }) => {
    if (since === undefined) return listResults(ctx, params.id, query);
    if (query.agent_id === undefined)
      throw invalid('agent_id', 'agent_id is needed with since: a chart shows one device.');
    return readSeries(ctx, params.id, { since, until: query.until, agent_id: query.agent_id, points });
  },
);

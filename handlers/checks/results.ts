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
      description: 'Results of a check, newest first; with since and agent_id averages over time instead',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { params, query: { since, ...query } }) => {
    if (since === undefined) return listResults(ctx, params.id, query);
    if (query.agent_id === undefined)
      throw invalid('agent_id', 'agent_id is needed with since: a chart shows one device.');
    return readSeries(ctx, params.id, { since, until: query.until, agent_id: query.agent_id });
  },
);

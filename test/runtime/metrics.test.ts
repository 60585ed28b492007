/** What /metrics says, judged as promtool judges it, and that dashboard, rules and documentation name only what is there. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../../runtime/metrics.ts';
import { startServer, type TestServer } from '../harness.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const TOKEN = 'metrics-token-of-this-test';
let server: TestServer;
let text: string;
beforeAll(async () => {
  server = await startServer({ RMM_METRICS_TOKEN: TOKEN });
  await server.call('GET /api/nothing');
  text = (await server.call('GET /metrics', { token: TOKEN })).body;
});
afterAll(() => server.stop());

interface Family {
  name: string;
  help: string;
  type: string;
  samples: { name: string; labels: string; value: string }[];
}

/** The text format 0.0.4, strictly: HELP, TYPE, then the samples of one family, each once. */
function parse(exposition: string): Family[] {
  const families: Family[] = [];
  const lines = exposition.split('\n');
  expect(lines.at(-1), 'the last line ends with a line feed').toBe('');
  for (const line of lines.slice(0, -1)) {
    if (line === '') continue;
    const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)$/.exec(line);
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)$/.exec(line);
    const last = families.at(-1);
    if (help) families.push({ name: help[1] ?? '', help: help[2] ?? '', type: '', samples: [] });
    else if (type) {
      expect([line, last?.name, last?.type]).toEqual([line, type[1], '']);
      if (last) last.type = type[2] ?? '';
    } else {
      const sample =
        /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (-?[0-9.e+-]+|[+-]Inf|NaN)$/.exec(
          line,
        );
      expect(sample, line).not.toBeNull();
      const [, name = '', labels = '', value = ''] = sample ?? [];
      const parts = last?.type === 'histogram' || last?.type === 'summary' ? ['', '_bucket', '_sum', '_count'] : [''];
      expect(
        parts.map((part) => `${last?.name}${part}`),
        line,
      ).toContain(name);
      last?.samples.push({ name, labels, value });
    }
  }
  return families;
}

/** Units that Prometheus has a base unit for (promlint). */
const otherUnits =
  /_(?:ms|us|ns|sec|minutes?|hours?|days?|weeks?|kb|mb|gb|kilobytes|megabytes|milliseconds|percent|bits)(?:_|$)/;

test('every family has help and a type, once, and no sample comes twice', () => {
  const families = parse(text);
  expect(families.length).toBeGreaterThan(40);
  const names = families.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  for (const { name, type, samples } of families) {
    expect([name, type]).not.toContain('');
    const series = samples.map((sample) => sample.name + sample.labels);
    expect(series).toEqual([...new Set(series)]);
  }
});

test('names are snake_case, counters alone end in _total, units are base units, and no name says its type', () => {
  for (const { name, type } of parse(text)) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(otherUnits);
    expect(name).not.toMatch(/_(?:counter|gauge|histogram|summary|count|sum|bucket|info_total)$/);
  }
});

test('what SPEC.md names is there', () => {
  const names = parse(text).map(({ name }) => name);
  for (const name of [
    ...['rmm_agents_online', 'rmm_database_connections', 'rmm_event_loop_lag_seconds', 'nodejs_active_resources'],
    ...['rmm_alert_processing_errors_total', 'rmm_check_dispatch_failures_total', 'rmm_check_timeouts_total'],
    ...['rmm_audit_write_failures_total', 'rmm_notifications_pending', 'rmm_notifications_processing'],
    ...[
      'rmm_notifications_failed',
      'rmm_notifications_oldest_pending_seconds',
      'rmm_ingest_batch_size',
      'rmm_queue_depth',
    ],
  ])
    expect(names).toContain(name);
});

test('counters begin at 0 with every label that is known, so that the first event is an increase', async () => {
  const bare = await createMetrics().registry.metrics();
  // What Node measures of an event loop that has not turned yet is not in the format.
  const ours = bare.split('\n').filter((line) => /^(?:# (?:HELP|TYPE) )?rmm_/.test(line));
  for (const { name, type, samples } of parse(`${ours.join('\n')}\n`))
    if (type === 'counter')
      expect([name, samples.length > 0 && samples.every(({ value }) => value === '0')]).toEqual([name, true]);
  for (const series of [
    ...['rmm_mail_sent_total{transport="alerts"}', 'rmm_mail_failed_total{transport="account",outcome="given_up"}'],
    ...['rmm_agent_protocol_errors_total{reason="1008"}', 'rmm_webhook_deliveries_total{outcome="given_up"}'],
    ...['rmm_check_results_total{outcome="late"}', 'rmm_agent_connects_total{outcome="refused"}'],
    ...['rmm_http_requests_total{class="5xx"}'],
  ])
    expect(bare).toContain(`${series} 0\n`);
});

/** Names of metrics in a text, without what a histogram adds. */
const named = (content: string): string[] => [
  ...new Set(
    [...content.matchAll(/\b(?:rmm|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name.replace(/_bucket$/, '')),
  ),
];

test.each(['grafana/muster.json', 'alert-rules.yml', 'metrics.md'])('%s names only metrics that there are', (file) => {
  const known = parse(text).map(({ name }) => name);
  const used = named(readFileSync(join(DOCS, file), 'utf8'));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});

test('the dashboard and the documentation leave out none of ours', () => {
  const ours = parse(text)
    .map(({ name }) => name)
    .filter((name) => name.startsWith('rmm_'));
  for (const file of ['grafana/muster.json', 'metrics.md'])
    expect(ours.filter((name) => !named(readFileSync(join(DOCS, file), 'utf8')).includes(name))).toEqual([]);
});

test('panels of the dashboard have ids of their own, a title and a query', () => {
  const { panels }: { panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[] } =
    JSON.parse(readFileSync(join(DOCS, 'grafana/muster.json'), 'utf8'));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { type, title, targets } of panels) {
    expect(title).not.toBe('');
    if (type !== 'row') expect(targets?.every(({ expr }) => expr.includes('job=~"$job"'))).toBe(true);
  }
});

const promtool = spawnSync('promtool', ['--version']).status === 0;
test.runIf(promtool)('promtool finds nothing', () => {
  const metrics = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect(metrics.stdout + metrics.stderr).toBe('');
  expect(metrics.status).toBe(0);
  expect(spawnSync('promtool', ['check', 'rules', join(DOCS, 'alert-rules.yml')]).status).toBe(0);
});

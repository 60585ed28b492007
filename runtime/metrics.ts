import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AgentClose } from '../schema/agent.ts';

/** Gauges that prom-client names as if they were counters, which promtool objects to; their parts by type are there without it. */
const misnamed = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/** Of mail. */
const transports = ['account', 'alerts'];

/** Every metric of this process. Names begin with `rmm_`; SPEC.md names those that clients read. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  /**
   * `series`: every set of labels that it may have. All begin at 0: `increase` misses the first event of a series that
   * begins with it.
   */
  const counter = <L extends string = never>(name: string, help: string, series: readonly Record<L, string>[] = []) => {
    const labelNames = Object.keys(series[0] ?? {}) as L[];
    const made = new Counter<L>({ name, help, labelNames, registers: [registry] });
    for (const labels of series) made.inc(labels, 0);
    return made;
  };
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  gauge('rmm_event_loop_lag_seconds', 'Delay of the event loop since the last scrape, 99th percentile', () => {
    const seconds = lag.percentile(99) / 1e9;
    lag.reset();
    return seconds;
  });
  const queues = new Map<string, () => number>();
  new Gauge({
    name: 'rmm_queue_depth',
    help: 'Items that wait to be written or sent, by queue',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      for (const [queue, read] of queues) this.set({ queue }, read());
    },
  });
  return {
    registry,
    gauge,
    httpRequests: counter(
      'rmm_http_requests_total',
      'HTTP requests answered, by status class',
      ['2xx', '3xx', '4xx', '5xx'].map((name) => ({ class: name })),
    ),
    auditWriteFailures: counter(
      'rmm_audit_write_failures_total',
      'Audit entries that could not be written; above zero means gaps',
    ),
    agentProtocolErrors: counter(
      'rmm_agent_protocol_errors_total',
      'Frames of agents that were refused, by reason',
      [AgentClose.protocol, AgentClose.policy, AgentClose.tooBig].map((code) => ({ reason: String(code) })),
    ),
    agentConnects: counter(
      'rmm_agent_connects_total',
      'Agent connections accepted or refused, by outcome',
      ['accepted', 'refused', 'identity_conflict'].map((outcome) => ({ outcome })),
    ),
    mailSent: counter(
      'rmm_mail_sent_total',
      'Mail that its relay took',
      transports.map((transport) => ({ transport })),
    ),
    mailFailed: counter(
      'rmm_mail_failed_total',
      'Mail that its relay did not take, by whether it is tried again',
      transports.flatMap((transport) => ['retry', 'given_up'].map((outcome) => ({ transport, outcome }))),
    ),
    webhookDeliveries: counter(
      'rmm_webhook_deliveries_total',
      'Tries to deliver to webhooks, by whether they were taken, are tried again or were given up',
      ['delivered', 'retry', 'given_up'].map((outcome) => ({ outcome })),
    ),
    checkDispatchFailures: counter(
      'rmm_check_dispatch_failures_total',
      'Checks that were due on a connected device and could not be sent',
    ),
    checkTimeouts: counter('rmm_check_timeouts_total', 'Executions of checks whose deadline passed without a result'),
    checkResults: counter(
      'rmm_check_results_total',
      'Results of checks from agents, by what became of them',
      ['recorded', 'late', 'repeat', 'refused'].map((outcome) => ({ outcome })),
    ),
    alertProcessingErrors: counter(
      'rmm_alert_processing_errors_total',
      'Failures to write alerts of readings, or to turn what happened into mail and webhook deliveries',
    ),
    /** How many items wait in a queue. */
    queueDepth: (queue: string, read: () => number) => queues.set(queue, read),
    ingestBatch: new Histogram({
      name: 'rmm_ingest_batch_size',
      help: 'Rows written by one ingest statement',
      buckets: [1, 5, 20, 100, 500, 1000],
      registers: [registry],
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

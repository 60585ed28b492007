/** What raises and clears alerts, whoever finds it: checks, timeouts, the server itself. Written by domain/alerts/ alone. */

/** A reading that means that something is wrong. Sent for each such reading while the condition lasts, not only the first. */
export interface Observation {
  /** `<kind>:<source id>:<agent_id>`; one row for each. */
  conditionKey: string;
  kind: 'check' | 'check_timeout' | 'identity_conflict';
  /** The check, or the device itself. */
  sourceId: string;
  agentId: string;
  severity: 'warning' | 'error';
  /** Name of what found it, as people gave it. */
  title: string;
  /** What it said; foreign text. */
  message: string;
  observedValue: number | null;
  thresholdValue: number | null;
  /** Of a caller that may repeat itself, e.g. the execution id: a repeat adds nothing. Null always counts. */
  key: string | null;
  at: Date;
}

/** The condition is over: recovered, or its source is gone. */
export interface Clearing {
  conditionKey: string;
  resolution: 'cleared' | 'source_removed';
  observedValue: number | null;
  at: Date;
}

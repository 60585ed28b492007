import { api } from '../../api.ts';
import { ApiError } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast.tsx';
import type { Alert } from './alert.ts';
import { alertsChanged } from './changed.ts';

export type AlertAct =
  | { action: 'ack'; note?: string }
  | { action: 'resolve'; note?: string }
  /** Null ends the silence. */
  | { action: 'suppress'; silence_until: string | null; note?: string };

const done = (act: AlertAct, count: number): string => {
  if (act.action === 'ack') return t('alerts.done.ack', { count });
  if (act.action === 'resolve') return t('alerts.done.resolve', { count });
  return act.silence_until === null ? t('alerts.done.unsilence', { count }) : t('alerts.done.silence', { count });
};

/** Decides on alerts as they are on screen: one that somebody changed meanwhile is refused, and all are read again. */
export async function decide(alerts: readonly Alert[], act: AlertAct): Promise<void> {
  const [only] = alerts;
  if (!only) return;
  try {
    if (alerts.length === 1) await decideOne(only, act);
    else return await decideMany(alerts, act);
    toast(done(act, 1));
  } finally {
    alertsChanged();
  }
}

async function decideOne({ id, version }: Alert, act: AlertAct): Promise<void> {
  const params = { id };
  const { note } = act;
  const common = { expected_version: version, ...(note && { note }) };
  if (act.action === 'ack') await api('POST /api/alerts/:id/ack', { params, body: common });
  else if (act.action === 'resolve') await api('POST /api/alerts/:id/resolve', { params, body: common });
  else await api('POST /api/alerts/:id/suppress', { params, body: { ...common, silence_until: act.silence_until } });
}

/** Up to so many go into one call. */
const CHUNK = 500;

async function decideMany(alerts: readonly Alert[], act: AlertAct): Promise<void> {
  let updated = 0;
  const failed = new Map<string, number>();
  for (let start = 0; start < alerts.length; start += CHUNK) {
    const some = alerts.slice(start, start + CHUNK);
    const answer = await api('POST /api/alerts/bulk', {
      body: {
        ids: some.map(({ id }) => id),
        expected_versions: Object.fromEntries(some.map(({ id, version }) => [id, version])),
        ...act,
      },
    });
    updated += answer.updated.length;
    for (const { code } of answer.failed) failed.set(code, (failed.get(code) ?? 0) + 1);
  }
  if (updated > 0) toast(done(act, updated));
  for (const [code, count] of failed) toast(refusedWords(code, count));
}

function refusedWords(code: string, count: number): string {
  if (code === 'version_conflict') return t('alerts.refused.changed', { count });
  if (code === 'alert_not_allowed') return t('alerts.refused.state', { count });
  if (code === 'out_of_scope') return t('alerts.refused.scope', { count });
  return t('alerts.refused.other', { count });
}

/** Somebody else was quicker: the page explains it and shows what is now. */
export const wasChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && ['version_conflict', 'alert_not_allowed'].includes(error.code);

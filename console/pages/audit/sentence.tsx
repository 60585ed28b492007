import { type JSX, Show } from 'solid-js';
import type { auditActions } from '../../../schema/audit.ts';
import { hasText, rich, t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconFailed, IconInfo, IconOk } from '../../ui/icons.ts';
import { type AuditAction, type AuditEntry, isAuditAction, looks } from './looks.ts';

export type { AuditEntry } from './looks.ts';

type TargetKind = (typeof auditActions)[AuditAction]['target'];

/** What happened, in a sentence; names are foreign text. Every action of the schema has one, or this does not compile. */
export function AuditSentence(props: { entry: AuditEntry }) {
  const actor = () => <Name text={actorName(props.entry.actor)} />;
  const target = () => <Target entry={props.entry} />;
  const sentence = (): JSX.Element => {
    const { action, outcome } = props.entry;
    if (outcome === 'refused') {
      const parts = { actor: actor(), action: actionLabel(action) };
      if (!props.entry.target?.name) return rich('audit.refused', parts);
      return rich('audit.refused_target', { ...parts, target: target() });
    }
    if (!isAuditAction(action)) return rich('audit.unknown', { actor: actor(), action, target: target() });
    return rich(`audit.sentence.${action}`, { actor: actor(), target: target() });
  };
  return (
    <>
      {sentence()}
      <Show when={whereOf(props.entry)}>
        {(where) => (
          <span class="muted">
            {' '}
            · <VisibleText text={where()} />
          </span>
        )}
      </Show>
    </>
  );
}

/** The device that a job is for, or how many a batch has, where the sentence does not name them already. */
function whereOf({ actor, details }: AuditEntry): string | undefined {
  if (typeof details.device === 'string') return details.device === actor.name ? undefined : details.device;
  const count = details.devices ?? details.jobs;
  return typeof count === 'number' ? t('approvals.devices', { count }) : undefined;
}

/** Whoever has no name yet, such as somebody who signs in, in a word of the reader's language. */
export function actorName(actor: AuditEntry['actor']): string {
  return isAnonymous(actor) ? t('audit.anonymous') : actor.name;
}

/** A caller without session and token; the trail names it after the server, whose entry it is. */
export const isAnonymous = (actor: AuditEntry['actor']): boolean =>
  actor.kind === 'system' && actor.name === 'anonymous';

/** An action by its name, for filters. */
export function actionLabel(action: string): string {
  return isAuditAction(action) ? t(`audit.action.${action}`) : action;
}

function Target(props: { entry: AuditEntry }) {
  return (
    <Show when={props.entry.target?.name} fallback={unnamed(props.entry)}>
      {(name) => <Name text={name()} />}
    </Show>
  );
}

/** The kind in place of a name. */
function unnamed({ target }: AuditEntry): string {
  if (!target) return '';
  return isTargetKind(target.kind) ? t(`audit.target.${target.kind}`) : target.kind;
}

function isTargetKind(kind: string): kind is TargetKind {
  return hasText(`audit.target.${kind}`);
}

function Name(props: { text: string }) {
  return (
    <b>
      <VisibleText text={props.text} />
    </b>
  );
}

/** What kind of thing happened, at a glance; a result shows how the job ended. */
export function AuditIcon(props: { entry: AuditEntry }) {
  const look = () => {
    const { action, outcome, details } = props.entry;
    if (outcome === 'refused') return { icon: IconFailed, tone: 'err' };
    if (action === 'job.result')
      return details.exit_code === 0 ? { icon: IconOk, tone: 'ok' } : { icon: IconFailed, tone: 'err' };
    return isAuditAction(action) ? looks[action] : { icon: IconInfo };
  };
  return <span class={look().tone ?? 'muted'}>{look().icon({})}</span>;
}

import { type JSX, Show } from 'solid-js';
import type { AuditDetails } from '../../../schema/audit.ts';
import { formatDateTime, formatExact, formatNumber } from '../../i18n/format.ts';
import { hasText, t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { AuditAction, AuditEntry } from './looks.ts';
import { actionLabel, actorName, isAnonymous } from './sentence.tsx';

type Fact = readonly [name: string, value: JSX.Element];
type DetailsProps = {
  entry: AuditEntry;
  /** Filters the trail by an id or, where there is none, by a name. */
  onActor: (actor: string) => void;
  onTarget: (target: string) => void;
};

/** Everything that an entry holds: who and what by id, from where, and the details that are safe to keep. */
export function AuditDetailsView(props: DetailsProps) {
  return <Facts facts={[...whoAndWhat(props), ...kept(props.entry), ...whence(props.entry)]} />;
}

function whoAndWhat({ entry, onActor, onTarget }: DetailsProps): Fact[] {
  const { actor, target, action } = entry;
  const facts: Fact[] = [
    [t('audit.fact.when'), formatExact(entry.at)],
    [
      t('audit.fact.action'),
      <>
        {actionLabel(action)} <span class="mono muted">{action}</span>
      </>,
    ],
    [
      t('audit.fact.actor'),
      <Party
        {...(!isAnonymous(actor) && { kind: t(`actor.${actor.kind}`) })}
        name={actor.name}
        shown={actorName(actor)}
        id={actor.id}
        all={t('audit.only_actor')}
        onAll={onActor}
      />,
    ],
  ];
  if (target === null) return facts;
  const party = <Party name={target.name} id={target.id} all={t('audit.only_target')} onAll={onTarget} />;
  return [...facts, [t('audit.fact.target'), party]];
}

type PartyProps = {
  kind?: string;
  name: string | null;
  /** In place of the name, which the filter takes. */
  shown?: string;
  id: string | null;
  all: string;
  onAll: (idOrName: string) => void;
};

function Party(props: PartyProps) {
  return (
    <>
      <Show when={props.kind}>
        <span class="muted">{props.kind}</span>{' '}
      </Show>
      <VisibleText text={props.shown ?? props.name ?? ''} />{' '}
      <Show when={props.id}>{(id) => <span class="mono muted">{id()} </span>}</Show>
      <Show when={props.id ?? props.name}>
        {(key) => (
          <button type="button" class="link" onClick={() => props.onAll(key())}>
            {props.all}
          </button>
        )}
      </Show>
    </>
  );
}

function kept({ details }: AuditEntry): Fact[] {
  return Object.entries(details).map(([key, value]) => [detailLabel(key), <VisibleText text={written(key, value)} />]);
}

function whence(entry: AuditEntry): Fact[] {
  return (['ip', 'user_agent', 'request_id'] as const).flatMap((key): Fact[] => {
    const value = entry[key];
    return value === null ? [] : [[t(`audit.fact.${key}`), <VisibleText text={value} />]];
  });
}

/** Keys of a details object; one that holds nothing has none of its own. */
type KeyOf<D> = string extends keyof D ? never : keyof D & string;
type DetailKey = { [A in AuditAction]: KeyOf<AuditDetails<A>> }[AuditAction];

/** Every detail that the schema allows has a word, or this does not compile. */
function knownLabel(key: DetailKey): string {
  return t(`audit.detail.${key}`);
}

function detailLabel(key: string): string {
  return isDetailKey(key) ? knownLabel(key) : key;
}

function isDetailKey(key: string): key is DetailKey {
  return hasText(`audit.detail.${key}`);
}

function written(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('audit.nothing');
  if (typeof value === 'boolean') return value ? t('audit.yes') : t('audit.no');
  if (typeof value === 'number') return key === 'exit_code' ? String(value) : formatNumber(value);
  if (Array.isArray(value)) return value.length === 0 ? t('audit.nothing') : value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return key === 'expires_at' ? formatDateTime(value) : value;
}

import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconDelete, IconMove, IconShow, IconWarn } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { ActorBehind, ActorMark, ActorName } from '../jobs/actor.tsx';
import type { OperationRow } from './queries.ts';
import { operationTitle } from './words.ts';

/** Devices that somebody wants moved or deleted, beside the scripts that wait. */
export function WaitingDevices(props: { operations: readonly OperationRow[]; limit?: number }) {
  const company = useCompany();
  const more = () => props.operations.length - (props.limit ?? props.operations.length);
  return (
    <Show when={props.operations.length > 0}>
      <Card
        title={t('operations.waiting_title')}
        sub={t('approvals.count', { count: props.operations.length })}
        foot={
          more() > 0 ? (
            <a class="link" href={company.href('/approvals')}>
              {t('overview.queue_more', { count: more() })}
            </a>
          ) : undefined
        }
      >
        <ul class="list">
          <For each={props.operations.slice(0, props.limit)}>{(one) => <Row operation={one} />}</For>
        </ul>
      </Card>
    </Show>
  );
}

function Row(props: { operation: OperationRow }) {
  const company = useCompany();
  const href = () => company.href(`/approvals/devices/${props.operation.id}`);
  const title = () => operationTitle(props.operation);
  return (
    <li class="proposal">
      <ActorMark actor={props.operation.proposed_by} source={props.operation.source} />
      <div class="min-w-0">
        <a class="strong block wrap-anywhere" href={href()}>
          {title()}
        </a>
        <div class="by xs dim">
          <Proposer operation={props.operation} />
          <span>
            <Where operation={props.operation} />
          </span>
          <Show when={props.operation.gone_count}>
            {(count) => (
              <StatusWord
                class="xs"
                tone="warn"
                icon={IconWarn}
                word={t('operations.gone_count', { count: count() })}
              />
            )}
          </Show>
        </div>
      </div>
      <span class="say">
        <Show
          when={props.operation.kind === 'delete'}
          fallback={<StatusWord tone="plain" icon={IconMove} word={t('operations.move')} />}
        >
          <span class="flag">
            <IconDelete />
            {t('operations.delete')}
          </span>
        </Show>
      </span>
      <RelativeTime class="age xs muted" at={props.operation.created_at} />
      <span class="decide">
        <LinkButton size="s" icon={IconShow} href={href()} aria-label={t('approvals.review_label', { name: title() })}>
          {t('approvals.review')}
        </LinkButton>
      </span>
    </li>
  );
}

/** "Claude · for anna · through claude.ai". */
function Proposer(props: { operation: OperationRow }) {
  const by = () => props.operation.proposed_by;
  return (
    <>
      <ActorName actor={by()} source={props.operation.source} />
      <ActorBehind
        actor={by()}
        host="operations.through"
        otherwise={<span>{t(`source.${props.operation.source}`)}</span>}
      />
    </>
  );
}

function Where(props: { operation: OperationRow }) {
  const companies = () => props.operation.companies;
  return (
    <>
      <Show when={companies().length === 1} fallback={t('approvals.companies', { count: companies().length })}>
        <VisibleText text={companies()[0]?.client_name ?? t('jobs.unassigned')} />
      </Show>
      <Show when={props.operation.offline_count > 0}>
        , {t('approvals.offline', { count: props.operation.offline_count })}
      </Show>
    </>
  );
}

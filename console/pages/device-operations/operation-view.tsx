import { useNavigate } from '@solidjs/router';
import { createMemo, type JSX, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { Badge, Note } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { NextCard, NextRow } from '../approvals/next-card.tsx';
import { Asker } from '../approvals/proposer.tsx';
import { ActorName } from '../jobs/actor.tsx';
import { Decided } from './decided.tsx';
import { createDecision } from './decision.ts';
import { DecisionForm } from './decision-form.tsx';
import { DevicesCard } from './devices-card.tsx';
import { type Operation, useWaitingOperations } from './queries.ts';
import { operationIcon, operationLook, operationTitle, placeText } from './words.ts';

/** Who asks, which devices, where they would go, and the decision beside it. */
export function OperationView(props: { operation: Operation }) {
  const company = useCompany();
  const navigate = useNavigate();
  const waiting = useWaitingOperations();
  const others = () => waiting.rows().filter(({ id }) => id !== props.operation.id);
  const hrefOf = (id: string | undefined) => company.href(id === undefined ? '/approvals' : `/approvals/devices/${id}`);
  // What comes after this one in the queue; at its end, what is left of it.
  const next = createMemo<string | undefined>(() => {
    const ids = waiting.rows().map(({ id }) => id);
    return ids[ids.indexOf(props.operation.id) + 1] ?? others()[0]?.id;
  });
  const decision = createDecision({
    operation: () => props.operation,
    onDecided: (verdict, { id, kind, device_count: count }) => {
      const label = t('operations.open_decided');
      toast(verdict === 'reject' ? t('approvals.rejected', { count }) : t(`operations.done_${kind}`, { count }), {
        action: { label, href: hrefOf(id) },
      });
      navigate(hrefOf(next()), { replace: true });
    },
  });
  const open = () => props.operation.status === 'waiting' || decision.busy() !== undefined;
  useShortcuts({
    j: {
      label: () => t('approvals.keys.next'),
      run: () => {
        const id = next();
        if (id !== undefined) navigate(hrefOf(id));
      },
    },
  });
  return (
    <Page
      title={operationTitle(props.operation)}
      crumbs={[{ label: t('approvals.title'), href: company.href('/approvals') }]}
      beside={
        <>
          <Badge {...operationLook(open() ? { status: 'waiting' } : props.operation)} />
          <RelativeTime class="muted sm" at={props.operation.created_at} />
        </>
      }
    >
      <div class="cols slide-in">
        <div class="stack">
          <Show when={!open()}>
            <Decided
              operation={props.operation}
              tried={decision.refusal() === 'decided'}
              next={next()}
              hrefOf={hrefOf}
            />
          </Show>
          <Asker
            by={props.operation.proposed_by}
            source={props.operation.source}
            said={props.operation.reason}
            silent={t('operations.no_words')}
          >
            <Asks operation={props.operation} />
          </Asker>
          <DevicesCard operation={props.operation} />
        </div>
        <aside class="stack sticky-aside">
          <Card title={t(open() ? 'operations.decide' : 'operations.what')}>
            <div class="card-body">
              <Facts facts={facts(props)} />
            </div>
            <Show when={open()}>
              <DecisionForm operation={props.operation} decision={decision} />
            </Show>
          </Card>
          <NextCard all={others()}>
            {(one) => (
              <NextRow
                icon={operationIcon(one)}
                href={hrefOf(one.id)}
                title={operationTitle(one)}
                at={one.created_at}
              />
            )}
          </NextCard>
        </aside>
      </div>
    </Page>
  );
}

function Asks(props: { operation: Operation }) {
  const ai = () => props.operation.proposed_by.kind === 'oauth';
  const name = () => <ActorName actor={props.operation.proposed_by} source={props.operation.source} />;
  const count = () => props.operation.device_count;
  return (
    <>
      {rich(`operations.${props.operation.kind === 'move' ? 'asks_move' : 'asks_delete'}${ai() ? '_ai' : ''}`, {
        name: name(),
        count: count(),
      })}
    </>
  );
}

function facts(props: { operation: Operation }): (readonly [string, JSX.Element])[] {
  const { destination } = props.operation;
  return [
    ...(destination ? [[t('operations.to'), <VisibleText text={placeText(destination)} />] as const] : []),
    [t('operations.devices'), <Counts operation={props.operation} />],
    ...(props.operation.status === 'waiting'
      ? [[t('operations.then'), <Then kind={props.operation.kind} />] as const]
      : []),
  ];
}

function Then(props: Pick<Operation, 'kind'>) {
  return (
    <Show when={props.kind === 'delete'} fallback={t('operations.then_move')}>
      <Note icon={IconWarn} look="warn">
        {t('operations.then_delete')}
      </Note>
    </Show>
  );
}

function Counts(props: { operation: Operation }) {
  const parts = () => [
    t('approvals.devices', { count: props.operation.device_count }),
    t('approvals.companies', { count: props.operation.companies.length }),
    ...(props.operation.offline_count > 0 ? [t('approvals.offline', { count: props.operation.offline_count })] : []),
    ...(props.operation.gone_count > 0 && props.operation.status === 'waiting'
      ? [t('operations.gone_count', { count: props.operation.gone_count })]
      : []),
  ];
  return <>{parts().join(', ')}</>;
}

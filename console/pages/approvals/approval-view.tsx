import { useNavigate } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconChevronLeft, IconChevronRight, IconWaiting } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { Badge } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { actorIcon } from '../jobs/actor.tsx';
import { jobTitle } from '../jobs/job.ts';
import { useJob } from '../jobs/queries.ts';
import { Decided } from './decided.tsx';
import { createDecision } from './decision.ts';
import { DecisionForm } from './decision-form.tsx';
import { NextCard, NextRow } from './next-card.tsx';
import { outcomeOf } from './outcome.ts';
import { deviceCount, type Proposal } from './proposals.ts';
import { Proposer } from './proposer.tsx';
import { type Queue, usePartJobs } from './queries.ts';
import { RiskCard } from './risk-card.tsx';
import { ScriptCard } from './script-card.tsx';
import { Targets, type TargetsProps } from './targets.tsx';
import { tellApproved } from './tell-approved.ts';

/** A proposal: who asks, what would run and where, and the decision beside it. */
export function ApprovalView(props: { proposal: Proposal; queue: Queue }) {
  const company = useCompany();
  const navigate = useNavigate();
  const script = useJob(() => props.proposal.parts[0]?.jobId ?? '');
  const jobs = usePartJobs(() => props.proposal.parts, props.queue);
  const place = createPlace(props);
  const open = (id: string | undefined) => {
    if (id !== undefined) navigate(company.href(`/approvals/${id}`));
  };
  const decision = createDecision({
    parts: () => props.proposal.parts,
    ready: () => script.isSuccess,
    onDecided: (verdict, decided, left) => {
      if (verdict === 'approve') tellApproved(decided, company.href);
      else toast(t('approvals.rejected', { count: deviceCount(decided) }));
      const next = left[0]?.id ?? place.next();
      navigate(company.href(next === undefined ? '/approvals' : `/approvals/${next}`), { replace: true });
    },
  });
  // While the own decision is on its way, nobody else's word about it is needed.
  const outcome = createMemo(() =>
    jobs.isSuccess && decision.busy() === undefined ? outcomeOf(jobs.data.jobs) : undefined,
  );
  useShortcuts({
    j: { label: () => t('approvals.keys.next'), run: () => open(place.next()) },
    k: { label: () => t('approvals.keys.previous'), run: () => open(place.previous()) },
  });
  return (
    <Page
      title={jobTitle(props.proposal)}
      crumbs={[{ label: t('approvals.title'), href: company.href('/approvals') }]}
      beside={
        <Show when={outcome() === undefined}>
          <Badge tone="ask" icon={IconWaiting} word={t('approvals.waiting')} />
          <RelativeTime class="muted sm" at={props.proposal.created_at} />
        </Show>
      }
      actions={<Steps place={place} count={props.queue.ids().length} onOpen={open} />}
    >
      <div class="cols slide-in">
        <div class="stack">
          <Show when={outcome()}>
            {(found) => (
              <Decided
                outcome={found()}
                part={props.proposal.parts[0]}
                tried={decision.conflict()}
                next={place.next()}
              />
            )}
          </Show>
          <Proposer proposal={props.proposal} />
          <RiskCard proposal={props.proposal} />
          <ScriptCard query={script} />
        </div>
        <aside class="stack sticky-aside">
          <DecisionCard proposal={props.proposal} jobs={jobs} decision={decision} open={outcome() === undefined} />
          <NextCard all={place.after()}>
            {(id) => (
              <Show when={props.queue.byId(id)}>
                {(next) => (
                  <NextRow
                    icon={actorIcon({ actor: next().proposed_by, source: next().source })}
                    href={company.href(`/approvals/${id}`)}
                    title={jobTitle(next())}
                    at={next().created_at}
                  />
                )}
              </Show>
            )}
          </NextCard>
        </aside>
      </div>
    </Page>
  );
}

/** Where it would run, and the decision while it is open. */
function DecisionCard(props: TargetsProps) {
  return (
    <Card
      title={t('approvals.runs_on', { count: props.decision.count() })}
      end={<span class="xs muted">{t('approvals.companies', { count: props.proposal.parts.length })}</span>}
    >
      <Targets {...props} />
      <Show when={props.open && can('jobs.manage')}>
        <DecisionForm decision={props.decision} />
      </Show>
    </Card>
  );
}

type Place = ReturnType<typeof createPlace>;

/** Where the proposal stands in the queue. When it has left, its neighbours are those that closed the gap. */
function createPlace(props: { proposal: Proposal; queue: Queue }) {
  const ids = () => props.queue.ids();
  const index = createMemo<number>((before) => {
    const found = ids().indexOf(props.proposal.id);
    return found >= 0 ? found : before;
  }, 0);
  const here = () => ids().includes(props.proposal.id);
  return {
    index,
    here,
    previous: () => ids()[index() - 1],
    next: () => ids()[index() + (here() ? 1 : 0)] ?? (here() ? undefined : ids()[0]),
    after: () => ids().slice(index() + (here() ? 1 : 0)),
  };
}

function Steps(props: { place: Place; count: number; onOpen: (id: string | undefined) => void }) {
  return (
    <div class="row">
      <Show when={props.place.here()}>
        <span class="xs muted">{t('approvals.position', { index: props.place.index() + 1, count: props.count })}</span>
      </Show>
      <IconButton
        size="s"
        icon={IconChevronLeft}
        label={t('approvals.previous')}
        disabled={props.place.previous() === undefined}
        onClick={() => props.onOpen(props.place.previous())}
      />
      <IconButton
        size="s"
        icon={IconChevronRight}
        label={t('approvals.next')}
        disabled={props.place.next() === undefined}
        onClick={() => props.onOpen(props.place.next())}
      />
    </div>
  );
}

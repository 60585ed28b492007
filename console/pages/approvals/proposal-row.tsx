import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconCheck, IconOk, IconShow, IconWarn } from '../../ui/icons.ts';
import { errorAdvice } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActorMark, ActorName } from '../jobs/actor.tsx';
import { jobTitle } from '../jobs/job.ts';
import { riskIcons } from '../jobs/risks.ts';
import { decide, isConflict } from './decide.ts';
import { explainConflict } from './outcome.ts';
import { approvableInPlace, deviceCount, offlineCount, type Proposal } from './proposals.ts';
import { tellApproved } from './tell-approved.ts';

/** A proposal in the queue: who, what, where, why it needs a look, and the way to decide. */
export function ProposalRow(props: { proposal: Proposal }) {
  const company = useCompany();
  const href = () => company.href(`/approvals/${props.proposal.id}`);
  return (
    <li class="proposal">
      <ActorMark actor={props.proposal.proposed_by} source={props.proposal.source} />
      <div class="min-w-0">
        <a class="strong block wrap-anywhere" href={href()} title={jobTitle(props.proposal)}>
          {jobTitle(props.proposal)}
        </a>
        <div class="by xs dim">
          <ActorName actor={props.proposal.proposed_by} source={props.proposal.source} />
          <Show when={props.proposal.proposed_by.kind !== 'user'}>
            <span>{t(`actor.${props.proposal.proposed_by.kind}`)}</span>
          </Show>
          <Where proposal={props.proposal} />
        </div>
      </div>
      <span class="say">
        <Say proposal={props.proposal} />
      </span>
      <RelativeTime class="age xs muted" at={props.proposal.created_at} />
      <span class="decide">
        <Show
          when={can('jobs.manage') && approvableInPlace(props.proposal)}
          fallback={
            <LinkButton
              size="s"
              icon={IconShow}
              href={href()}
              aria-label={t('approvals.review_label', { name: jobTitle(props.proposal) })}
            >
              {t('approvals.review')}
            </LinkButton>
          }
        >
          <ApproveInPlace proposal={props.proposal} />
        </Show>
      </span>
    </li>
  );
}

function Where(props: { proposal: Proposal }) {
  const parts = () => props.proposal.parts;
  const count = () => deviceCount(parts());
  const place = () => {
    const [first] = parts();
    return parts().length > 1
      ? t('approvals.companies', { count: parts().length })
      : (first?.company ?? t('jobs.unassigned'));
  };
  return (
    <span>
      {place()},{' '}
      <Show when={count() === 1} fallback={t('approvals.devices', { count: count() })}>
        <VisibleText text={parts()[0]?.hostname ?? ''} />
      </Show>
      <Show when={offlineCount(parts()) > 0}>, {t('approvals.offline', { count: offlineCount(parts()) })}</Show>
    </span>
  );
}

/** Why it wants a look, or why it does not. */
function Say(props: { proposal: Proposal }) {
  const hints = () => props.proposal.risk_hints;
  const only = () => (new Set(hints().map(({ kind }) => kind)).size === 1 ? hints()[0]?.kind : undefined);
  return (
    <Show
      when={hints().length > 0}
      fallback={
        <Show
          when={props.proposal.same}
          fallback={<StatusWord tone="plain" icon={IconShow} word={t('approvals.new')} />}
        >
          <StatusWord tone="ok" icon={IconOk} word={t('approvals.same')} />
        </Show>
      }
    >
      <span class="flag">
        <Show
          when={only()}
          keyed
          fallback={
            <>
              <IconWarn />
              {t('jobs.hints', { count: hints().length })}
            </>
          }
        >
          {(kind) => (
            <>
              {riskIcons[kind]({})}
              {t(`jobs.risk.${kind}`)}
            </>
          )}
        </Show>
      </span>
    </Show>
  );
}

function ApproveInPlace(props: { proposal: Proposal }) {
  const company = useCompany();
  const [busy, setBusy] = createSignal(false);
  async function approve() {
    const { proposal } = props;
    setBusy(true);
    try {
      await decide(proposal.parts, 'approve', '');
      tellApproved(proposal.parts, company.href);
    } catch (error) {
      const why = isConflict(error) ? await explainConflict(proposal.parts) : errorAdvice(error);
      toast(`${t('approvals.in_place_failed', { name: jobTitle(proposal) })} ${why}`, { look: 'err' });
    }
    setBusy(false);
  }
  return (
    <Button
      size="s"
      icon={IconCheck}
      busy={busy()}
      onClick={() => void approve()}
      aria-label={t('approvals.approve_label', { name: jobTitle(props.proposal) })}
    >
      {t('approvals.approve')}
    </Button>
  );
}

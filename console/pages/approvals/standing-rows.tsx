import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconShow, IconWarn } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { ActorMark, ActorName } from '../jobs/actor.tsx';
import type { Standing } from './proposals.ts';

/** What waits to be allowed to run without asking, under the proposals. */
export function WaitingStanding(props: { standing: readonly Standing[] }) {
  return (
    <Show when={props.standing.length > 0}>
      <Card title={t('standing.waiting_title')} sub={t('approvals.count', { count: props.standing.length })}>
        <ul class="list">
          <For each={props.standing}>{(one) => <Row standing={one} />}</For>
        </ul>
      </Card>
    </Show>
  );
}

function Row(props: { standing: Standing }) {
  const company = useCompany();
  const href = () => company.href(`/approvals/standing/${props.standing.id}`);
  const asked = () => props.standing.standing;
  return (
    <li class="proposal">
      <ActorMark actor={props.standing.proposed_by} source="task" />
      <div class="min-w-0">
        <a class="strong block wrap-anywhere" href={href()}>
          {props.standing.description}
        </a>
        <div class="by xs dim">
          <span>{t(`standing.kind.${asked().subject_kind}`)}</span>
          <ActorName actor={props.standing.proposed_by} />
          <span>
            <VisibleText text={asked().policy_name ?? props.standing.agent_hostname} />,{' '}
            {t('approvals.devices', { count: props.standing.device_count })}
          </span>
        </div>
      </div>
      <span class="say">
        <Show
          when={props.standing.risk_hints.length > 0}
          fallback={<StatusWord tone="plain" icon={IconShow} word={t(`standing.reason.${asked().requested_reason}`)} />}
        >
          <span class="flag">
            <IconWarn />
            {t('jobs.hints', { count: props.standing.risk_hints.length })}
          </span>
        </Show>
      </span>
      <RelativeTime class="age xs muted" at={props.standing.created_at} />
      <span class="decide">
        <LinkButton
          size="s"
          icon={IconShow}
          href={href()}
          aria-label={t('approvals.review_label', { name: props.standing.description })}
        >
          {t('approvals.review')}
        </LinkButton>
      </span>
    </li>
  );
}

import { For, type JSX, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { linesOf } from '../../ui/code/visible.ts';
import { From } from '../../ui/status.tsx';
import { ActorBehind, ActorMark, ActorName, actorIcon } from '../jobs/actor.tsx';
import type { JobActor, JobSource } from '../jobs/job.ts';
import { deviceCount, type Proposal } from './proposals.ts';

/** Who asks, through what and for whom; and, set apart, what they say about it. */
export function Proposer(props: { proposal: Proposal }) {
  const by = () => props.proposal.proposed_by;
  const asks = () =>
    rich(by().kind === 'oauth' ? 'approvals.asks_ai' : 'approvals.asks', {
      name: <ActorName actor={by()} source={props.proposal.source} />,
      count: deviceCount(props.proposal.parts),
    });
  return (
    <Asker
      by={by()}
      source={props.proposal.source}
      said={props.proposal.description}
      silent={t('approvals.no_words')}
      children={asks()}
    />
  );
}

type AskerProps = {
  by: JobActor;
  source: JobSource;
  /** Their own words. */
  said: string;
  /** What stands there without any. */
  silent: string;
  children: JSX.Element;
};

/** The same for whatever is asked for, which `children` say. */
export function Asker(props: AskerProps) {
  return (
    <Card>
      <div class="card-body who">
        <ActorMark large actor={props.by} source={props.source} />
        <div class="min-w-0">
          <h2 class="lead">{props.children}</h2>
          <div class="by sm dim">
            <span>{t(`actor.${props.by.kind}`)}</span>
            <span>{t(`source.${props.source}`)}</span>
            <ActorBehind actor={props.by} host="actor.host" />
          </div>
          <Said {...props} />
        </div>
      </div>
    </Card>
  );
}

function Said(props: Pick<AskerProps, 'by' | 'source' | 'said' | 'silent'>) {
  const icon = () => actorIcon({ actor: props.by, source: props.source });
  return (
    <Show when={props.said.trim() !== ''} fallback={<p class="sm muted mt-3">{props.silent}</p>}>
      <div class="mt-3 stack gap-2">
        <From icon={icon()}>
          {t(props.source === 'chat' ? 'approvals.written_by_chat' : 'approvals.written_by', { name: props.by.name })}
        </From>
        <blockquote class="quote">
          <For each={linesOf(props.said)}>
            {(line) => (
              <p>
                <VisibleText text={line} />
              </p>
            )}
          </For>
        </blockquote>
      </div>
    </Show>
  );
}

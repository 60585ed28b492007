import { For, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { linesOf } from '../../ui/code/visible.ts';
import { From } from '../../ui/status.tsx';
import { ActorMark, ActorName, actorIcon } from '../jobs/actor.tsx';
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
    <Card>
      <div class="card-body who">
        <ActorMark large actor={by()} source={props.proposal.source} />
        <div class="min-w-0">
          <h2 class="lead">{asks()}</h2>
          <div class="by sm dim">
            <span>{t(`actor.${by().kind}`)}</span>
            <span>{t(`source.${props.proposal.source}`)}</span>
            <Show when={by().on_behalf_of}>
              {(name) => (
                <span>
                  <VisibleText text={t('actor.for', { name: name() })} />
                </span>
              )}
            </Show>
            <Show when={by().client_host}>
              {(host) => (
                <span>
                  {rich('actor.host', {
                    host: (
                      <span class="mono">
                        <VisibleText text={host()} />
                      </span>
                    ),
                  })}
                </span>
              )}
            </Show>
          </div>
          <Said proposal={props.proposal} />
        </div>
      </div>
    </Card>
  );
}

function Said(props: { proposal: Proposal }) {
  const icon = () => actorIcon({ actor: props.proposal.proposed_by, source: props.proposal.source });
  return (
    <Show
      when={props.proposal.description.trim() !== ''}
      fallback={<p class="sm muted mt-3">{t('approvals.no_words')}</p>}
    >
      <div class="mt-3 stack gap-2">
        <From icon={icon()}>{t('approvals.written_by', { name: props.proposal.proposed_by.name })}</From>
        <blockquote class="quote">
          <For each={linesOf(props.proposal.description)}>
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

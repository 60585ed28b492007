import { createMemo, For, Show } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { t } from '../../i18n/index.ts';
import { CodeBlock, VisibleText } from '../../ui/code/code.tsx';
import { type Icon, IconFailed, IconInfo, IconRunning, IconSearch, IconSend } from '../../ui/icons.ts';
import { From } from '../../ui/status.tsx';
import type { ChatProposal, ChatStep } from './chat.ts';
import { laidOut } from './laid-out.ts';
import { ProposalCard } from './proposals/proposal-card.tsx';
import { isProposal, stepSentence } from './words.ts';

/** What the AI did between two things that it said: a quiet line each, and what it proposed as cards. */
export function Steps(props: { steps: readonly ChatStep[] }) {
  const ids = createMemo(() => props.steps.map(({ id }) => id), [], { equals: sameIds });
  // By name, and not by what was read: a card in which somebody writes a reason stays when the history is read again.
  // One card for what was proposed twice: the server answers the proposal that waits.
  const proposals = createMemo(() => [...new Set(proposalsOf(props.steps).map(keyOf))], [], { equals: sameIds });
  const byId = (id: string) => props.steps.find((step) => step.id === id);
  return (
    <div class="stack gap-2">
      <ul class="chat-steps">
        <For each={ids()}>{(id) => <Show when={byId(id)}>{(step) => <Step step={step()} />}</Show>}</For>
      </ul>
      <For each={proposals()}>
        {(key) => (
          <Show when={proposalOf(props.steps, key)}>{(proposal) => <ProposalCard proposal={proposal()} />}</Show>
        )}
      </For>
    </div>
  );
}

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, i) => id === b[i]);

const keyOf = ({ kind, id }: ChatProposal) => `${kind} ${id}`;
const proposalOf = (steps: readonly ChatStep[], key: string) => proposalsOf(steps).find((one) => keyOf(one) === key);
const proposalsOf = (steps: readonly ChatStep[]) => steps.flatMap(({ proposals }) => proposals);

function Step(props: { step: ChatStep }) {
  return (
    <li class={props.step.state}>
      <details>
        <summary>
          <Dynamic component={iconOf(props.step)} class={`i-sm ${props.step.state === 'running' ? 'spin' : ''}`} />
          <span class="min-w-0 wrap-anywhere">
            <VisibleText text={stepSentence(props.step)} />
            <Show when={props.step.count !== null && !isProposal(props.step.tool)}>
              <span class="muted"> · {t('chat.step.found', { count: props.step.count ?? 0 })}</span>
            </Show>
          </span>
        </summary>
        <div class="stack gap-2">
          <Part title={t('chat.step.asked')} text={laidOut(props.step.arguments)} />
          <Show when={props.step.outcome !== ''}>
            <Part title={t('chat.step.got')} text={laidOut(props.step.outcome)} />
            <From icon={IconInfo}>{t('chat.step.data')}</From>
          </Show>
        </div>
      </details>
    </li>
  );
}

function Part(props: { title: string; text: string }) {
  return (
    <div class="min-w-0">
      <p class="xs muted mb-1">{props.title}</p>
      <div class="chat-data">
        <CodeBlock text={props.text} label={props.title} />
      </div>
    </div>
  );
}

function iconOf({ state, tool }: ChatStep): Icon {
  if (state === 'running') return IconRunning;
  if (state === 'failed') return IconFailed;
  return isProposal(tool) ? IconSend : IconSearch;
}

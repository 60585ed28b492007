import { Show } from 'solid-js';
import type { ChatProposal } from '../chat.ts';
import { JobsCard } from './jobs-card.tsx';
import { OperationCard } from './operation-card.tsx';

/** What the AI proposed, with the decision in place and what became of it. */
export function ProposalCard(props: { proposal: ChatProposal }) {
  return (
    <Show when={props.proposal.kind !== 'device_operation'} fallback={<OperationCard id={props.proposal.id} />}>
      <JobsCard id={props.proposal.id} batch={props.proposal.kind === 'batch'} />
    </Show>
  );
}

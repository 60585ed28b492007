import { createSignal, type JSX, Show } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CountField } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { IconCheck, IconClose, IconWarn } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Note } from '../../../ui/status.tsx';
import type { Deciding } from '../../approvals/deciding.ts';
import { createDecision } from '../../approvals/decision.ts';
import type { Proposal } from '../../approvals/proposals.ts';

/** The decision about jobs, in place: the same as on the page of the proposal, without what leads to the next one. */
export function JobsDecision(props: { proposal: Proposal; ready: boolean }) {
  const decision = createDecision({
    parts: () => props.proposal.parts,
    ready: () => props.ready,
    // The card shows what becomes of it.
    onDecided: () => undefined,
  });
  return (
    <DecisionLine
      decision={decision}
      approve={t('approvals.approve_for', { count: decision.count() })}
      refusal={decision.conflict() ? t('approvals.changed') : undefined}
      typeCount={t('approvals.type_count', { count: decision.count() })}
    />
  );
}

type DecisionLineProps = {
  decision: Deciding;
  /** The word of the button, with what it reaches. */
  approve: string;
  /** Why it was refused, where there is a sentence for that. */
  refusal: string | undefined;
  /** Asks for the number, where that is typed. */
  typeCount: string;
  danger?: boolean;
};

/** Two buttons; a rejection asks for its reason, and what reaches many for their number. */
export function DecisionLine(props: DecisionLineProps) {
  const { decision } = props;
  const [rejecting, setRejecting] = createSignal(false);
  return (
    <form
      class="chat-card-body"
      onSubmit={(event) => {
        event.preventDefault();
        if (rejecting()) decision.reject();
        else decision.approve();
      }}
    >
      <Show when={props.refusal}>
        {(why) => (
          <Note icon={IconWarn} look="err">
            {why()}
          </Note>
        )}
      </Show>
      <Show when={decision.error() !== undefined}>
        <ErrorState what={t('approvals.undecided')} error={decision.error()} />
      </Show>
      <Show when={rejecting()} fallback={<Approve {...props} onReject={() => setRejecting(true)} />}>
        <TextArea
          label={t('approvals.reason')}
          hint={t('approvals.reason_hint')}
          rows={2}
          value={decision.reason()}
          onChange={decision.setReason}
          error={decision.reasonIssue()}
          input={{ maxlength: 1000, ref: (element) => queueMicrotask(() => element.focus()) }}
        />
        <Buttons>
          <Button type="submit" look="danger" icon={IconClose} busy={decision.busy() === 'reject'}>
            {t('approvals.reject')}
          </Button>
          <Button disabled={decision.busy() !== undefined} onClick={() => setRejecting(false)}>
            {t('chat.proposal.back')}
          </Button>
        </Buttons>
      </Show>
    </form>
  );
}

function Approve(props: DecisionLineProps & { onReject: () => void }) {
  const { decision } = props;
  return (
    <>
      <Show when={decision.counted()}>
        <CountField
          label={props.typeCount}
          count={decision.count()}
          value={decision.typed()}
          onChange={decision.setTyped}
        />
      </Show>
      <Buttons>
        <Button
          type="submit"
          look={props.danger ? 'danger solid' : 'primary'}
          icon={IconCheck}
          disabled={!decision.approvable()}
          busy={decision.busy() === 'approve'}
        >
          {props.approve}
        </Button>
        <Button look="danger" disabled={decision.busy() !== undefined} onClick={() => props.onReject()}>
          {t('chat.proposal.reject')}
        </Button>
      </Buttons>
    </>
  );
}

const Buttons = (props: { children: JSX.Element }) => <div class="form-actions">{props.children}</div>;

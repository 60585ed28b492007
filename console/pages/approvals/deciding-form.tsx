import { type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CountField } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { type Icon, IconCheck, IconClose, IconWarn } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Kbd, Note } from '../../ui/status.tsx';
import type { Deciding } from './deciding.ts';

export type DecidingFormProps = {
  deciding: Deciding;
  /** The reader may approve it as it stands; by default whatever the decision says. */
  approvable?: boolean;
  /** The key for it approves without the button. */
  byKey: boolean;
  /** There is something to reject. */
  rejectable?: boolean;
  /** Word of the button that approves, with what it reaches. */
  approve: string;
  /** It cannot be undone: the button warns, and rejecting is the plain way. */
  danger?: boolean;
  icon?: Icon;
  /** Why it was refused, where there is a sentence for that. */
  refusal?: string;
  /** The field for the number, where that is typed: label, and why. */
  typeCount?: { label: string; why: string };
  /** Said before the number. */
  notes?: JSX.Element;
  /** Said before the buttons. */
  hint?: JSX.Element;
};

/** Reason, number and the two buttons. On a narrow screen the buttons stay at the thumb. */
export function DecidingForm(props: DecidingFormProps) {
  const { deciding } = props;
  let reason!: HTMLTextAreaElement;
  let count: HTMLInputElement | undefined;
  const reject = () => {
    if (!deciding.reject()) reason.focus();
  };
  useShortcuts({
    a: {
      label: () => t('approvals.keys.approve'),
      run: () => (props.byKey ? deciding.approve() : count?.focus()),
    },
    r: { label: () => t('approvals.keys.reason'), run: () => reason.focus() },
  });
  const approvable = () => props.approvable ?? deciding.approvable();
  return (
    <form
      class="card-body stack gap-3 border-t border-border"
      onSubmit={(event) => {
        event.preventDefault();
        if (approvable()) deciding.approve();
      }}
    >
      <TextArea
        label={t('approvals.reason')}
        aside={<span class="muted">{t('approvals.reason_aside')}</span>}
        hint={t('approvals.reason_hint')}
        rows={2}
        value={deciding.reason()}
        onChange={deciding.setReason}
        error={deciding.reasonIssue()}
        input={{ ref: (element) => (reason = element), maxlength: 1000 }}
      />
      <Show when={props.refusal}>
        {(why) => (
          <Note icon={IconWarn} look="err">
            {why()}
          </Note>
        )}
      </Show>
      <Show when={deciding.error() !== undefined}>
        <ErrorState what={t('approvals.undecided')} error={deciding.error()} />
      </Show>
      {props.notes}
      <div class="decision-bar stack gap-3">
        <Show when={props.typeCount}>
          {(field) => (
            <CountField
              label={field().label}
              aside={<span class="muted">{field().why}</span>}
              count={deciding.count()}
              value={deciding.typed()}
              onChange={deciding.setTyped}
              ref={(element) => (count = element)}
            />
          )}
        </Show>
        {props.hint}
        <Buttons {...props} approvable={approvable()} onReject={reject} />
      </div>
    </form>
  );
}

function Buttons(props: DecidingFormProps & { onReject: () => void }) {
  const { deciding } = props;
  return (
    <>
      <div class="decision">
        <Button
          type="submit"
          look={props.danger ? 'danger solid' : 'primary'}
          size="l"
          icon={props.icon ?? IconCheck}
          disabled={!props.approvable}
          busy={deciding.busy() === 'approve'}
        >
          {props.approve}
        </Button>
        <Button
          look={props.danger ? undefined : 'danger'}
          size="l"
          icon={IconClose}
          disabled={props.rejectable === false || deciding.busy() === 'approve'}
          busy={deciding.busy() === 'reject'}
          onClick={() => props.onReject()}
        >
          {t('approvals.reject')}
        </Button>
      </div>
      <p class="hint text-center" aria-hidden="true">
        <Kbd>A</Kbd> {t('approvals.key_approve')} <Kbd>R</Kbd> {t('approvals.key_reject')} <Kbd>J</Kbd>{' '}
        {t('approvals.key_next')}
      </p>
    </>
  );
}

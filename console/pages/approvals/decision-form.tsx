import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { IconCheck, IconClose, IconWarn } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Kbd, Note } from '../../ui/status.tsx';
import type { Decision } from './decision.ts';

/** Reason, count and the two buttons. On a narrow screen the buttons stay at the thumb. */
export function DecisionForm(props: { decision: Decision }) {
  const { decision } = props;
  let reason!: HTMLTextAreaElement;
  let count: HTMLInputElement | undefined;
  const reject = () => {
    if (!decision.reject()) reason.focus();
  };
  useShortcuts({
    a: {
      label: () => t('approvals.keys.approve'),
      run: () => (decision.approvable() ? decision.approve() : count?.focus()),
    },
    r: { label: () => t('approvals.keys.reason'), run: () => reason.focus() },
  });
  return (
    <form
      class="card-body stack gap-3 border-t border-border"
      onSubmit={(event) => {
        event.preventDefault();
        decision.approve();
      }}
    >
      <TextArea
        label={t('approvals.reason')}
        aside={<span class="muted">{t('approvals.reason_aside')}</span>}
        hint={t('approvals.reason_hint')}
        rows={2}
        value={decision.reason()}
        onChange={decision.setReason}
        error={decision.reasonIssue()}
        input={{ ref: (element) => (reason = element), maxlength: 1000 }}
      />
      <Show when={decision.conflict()}>
        <Note icon={IconWarn} look="err">
          {t('approvals.changed')}
        </Note>
      </Show>
      <Show when={decision.error() !== undefined}>
        <ErrorState what={t('approvals.undecided')} error={decision.error()} />
      </Show>
      <div class="decision-bar stack gap-3">
        <CountOfDevices decision={decision} ref={(element) => (count = element)} />
        <Buttons decision={decision} onReject={reject} />
      </div>
    </form>
  );
}

function Buttons(props: { decision: Decision; onReject: () => void }) {
  const { decision } = props;
  return (
    <>
      <Show when={decision.count() === 0}>
        <p class="hint">{t('approvals.none_chosen')}</p>
      </Show>
      <div class="decision">
        <Button
          type="submit"
          look="primary"
          size="l"
          icon={IconCheck}
          disabled={!decision.approvable()}
          busy={decision.busy() === 'approve'}
        >
          {t('approvals.approve_for', { count: decision.count() })}
        </Button>
        <Button
          look="danger"
          size="l"
          icon={IconClose}
          disabled={decision.count() === 0 || decision.busy() === 'approve'}
          busy={decision.busy() === 'reject'}
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

/** Above ten devices the number is typed: one can approve for a whole company by mistake, but not type it. */
function CountOfDevices(props: { decision: Decision; ref: (element: HTMLInputElement) => void }) {
  const { decision } = props;
  return (
    <Show when={decision.counted()}>
      <TextField
        label={t('approvals.type_count', { count: decision.count() })}
        aside={<span class="muted">{t('approvals.more_than_ten')}</span>}
        value={decision.typed()}
        onChange={decision.setTyped}
        input={{
          ref: props.ref,
          inputmode: 'numeric',
          autocomplete: 'off',
          spellcheck: false,
        }}
      />
    </Show>
  );
}

import { createEffect, createSignal, on, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CountField } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconCheck, IconClose, IconWarn } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { UNTYPED_LIMIT } from '../../ui/untyped-limit.ts';
import { readTasksAgain } from '../tasks/queries.ts';
import type { Standing } from './standing-queries.ts';

/** Approve or reject exactly what is on screen: the call names its hash, and how many devices it reaches. */
export function StandingDecision(props: { standing: Standing }) {
  const [reason, setReason] = createSignal('');
  const [typed, setTyped] = createSignal('');
  const [reasonMissing, setReasonMissing] = createSignal(false);
  // The page reads itself again: what was on screen is what is decided on, until the reader has looked at the new.
  const [seen, setSeen] = createSignal(props.standing.form_sha256);
  const overtaken = () => seen() !== props.standing.form_sha256;
  createEffect(
    on(
      () => props.standing.id,
      () => setSeen(props.standing.form_sha256),
      { defer: true },
    ),
  );
  const counted = () => props.standing.device_count > UNTYPED_LIMIT;
  const approvable = () => !overtaken() && (!counted() || typed().trim() === String(props.standing.device_count));
  const decide = async (verdict: 'approve' | 'reject') => {
    const { id, form_sha256, device_count, subject_name } = props.standing;
    const body = { form_sha256, ...(reason().trim() && { reason: reason().trim() }) };
    try {
      if (verdict === 'approve')
        await api('POST /api/standing-approvals/:id/approve', {
          params: { id },
          body: { ...body, confirm_count: device_count },
        });
      else await api('POST /api/standing-approvals/:id/reject', { params: { id }, body });
      setReason('');
      toast(t(verdict === 'approve' ? 'standing.approved' : 'standing.rejected', { name: subject_name }));
    } finally {
      setTyped('');
      readTasksAgain();
      void queries.invalidateQueries({ queryKey: ['checks'] });
    }
  };
  const approve = createSubmit(() => decide('approve'));
  const reject = createSubmit(() => decide('reject'));
  const error = () => approve.error() ?? reject.error();
  const conflict = () => {
    const found = error();
    return found instanceof ApiError && found.status === 409;
  };
  const tryReject = () => {
    setReasonMissing(reason().trim() === '');
    if (reason().trim() !== '') reject.send();
  };
  return (
    <Card title={t('standing.decide')}>
      <Show
        when={can('jobs.manage') && props.standing.decidable}
        fallback={<p class="card-body dim">{t('standing.not_yours')}</p>}
      >
        <form
          class="card-body stack gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (approvable()) approve.send();
          }}
        >
          <TextArea
            label={t('approvals.reason')}
            aside={<span class="muted">{t('approvals.reason_aside')}</span>}
            hint={t('approvals.reason_hint')}
            rows={2}
            value={reason()}
            onChange={(text) => {
              setReason(text);
              setReasonMissing(false);
            }}
            error={reasonMissing() ? t('approvals.reason_missing') : undefined}
            input={{ maxlength: 1000 }}
          />
          <Show when={overtaken()}>
            <Note icon={IconWarn} look="err">
              <p>{t('standing.changed')}</p>
              <Button size="s" onClick={() => setSeen(props.standing.form_sha256)}>
                {t('standing.looked')}
              </Button>
            </Note>
          </Show>
          <Show when={conflict() && !overtaken()}>
            <Note icon={IconWarn} look="err">
              {t('standing.conflict')}
            </Note>
          </Show>
          <Show when={error() !== undefined && !conflict()}>
            <ErrorState what={t('standing.undecided')} error={error()} />
          </Show>
          <Show when={counted()}>
            <CountField count={props.standing.device_count} value={typed()} onChange={setTyped} />
          </Show>
          <div class="decision roomy">
            <Button
              type="submit"
              look="primary"
              size="l"
              icon={IconCheck}
              disabled={!approvable() || reject.busy()}
              busy={approve.busy()}
            >
              {props.standing.state === 'approved' ? t('standing.approve_again') : t('standing.approve')}
            </Button>
            <Show when={props.standing.state !== 'rejected'}>
              <Button
                look="danger"
                size="l"
                icon={IconClose}
                disabled={overtaken() || approve.busy()}
                busy={reject.busy()}
                onClick={tryReject}
              >
                {props.standing.state === 'approved' ? t('standing.withdraw') : t('standing.reject')}
              </Button>
            </Show>
          </div>
        </form>
      </Show>
    </Card>
  );
}

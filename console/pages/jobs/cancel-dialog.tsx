import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { jobsChanged } from './changed.ts';
import { type Job, jobTitle, plainLine } from './job.ts';

type CancelDialogProps = { job: Job; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks before a job is withdrawn or stopped: what the script already did stays done. */
export function CancelDialog(props: CancelDialogProps) {
  const [busy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<unknown>();
  const device = () => plainLine(props.job.agent_hostname);
  async function cancel() {
    setBusy(true);
    setError(undefined);
    try {
      const job = await api('POST /api/jobs/:id/cancel', { params: { id: props.job.id } });
      toast(job.status === 'cancel_requested' ? t('jobs.cancel_asked', { device: device() }) : t('jobs.cancelled_now'));
      props.onOpenChange(false);
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
    jobsChanged();
  }
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={(open) => {
        setError(undefined);
        props.onOpenChange(open);
      }}
      title={t('jobs.cancel_title', { name: jobTitle(props.job) })}
      action={t('jobs.cancel')}
      back={t('jobs.cancel_not')}
      busy={busy()}
      onConfirm={() => void cancel()}
    >
      <p>
        {props.job.status === 'dispatched'
          ? t('jobs.cancel_withdraws', { device: device() })
          : t('jobs.cancel_stops', { device: device() })}
      </p>
      <Show when={error() !== undefined}>
        <ErrorState what={t('jobs.cancel_failed')} error={error()} />
      </Show>
    </ConfirmDialog>
  );
}

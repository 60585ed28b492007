import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { jobsChanged } from './changed.ts';
import { type Job, jobTitle } from './job.ts';

const FORM = 'complete-job';

/** Closes a job whose result will never arrive, as the operator judges it. */
export function CompleteDialog(props: { job: Job; open: boolean; onOpenChange: (open: boolean) => void }) {
  const [how, setHow] = createSignal<'success' | 'failure'>('failure');
  const submit = createSubmit(async () => {
    try {
      await api('POST /api/jobs/:id/complete', {
        params: { id: props.job.id },
        body: { success: how() === 'success' },
      });
      toast(t('jobs.completed_now'));
      props.onOpenChange(false);
    } finally {
      jobsChanged();
    }
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('jobs.complete_title', { name: jobTitle(props.job) })}
      foot={
        <>
          <Button onClick={() => props.onOpenChange(false)}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM} look="primary" busy={submit.busy()}>
            {t('jobs.complete_action')}
          </Button>
        </>
      }
    >
      <form id={FORM} class="stack" onSubmit={submit.onSubmit}>
        <p>{t('jobs.complete_why')}</p>
        <div class="stack gap-2">
          <span class="label">{t('jobs.complete_how')}</span>
          <div>
            <Segmented
              label={t('jobs.complete_how')}
              value={how()}
              onChange={setHow}
              segments={[
                { value: 'success', label: t('jobs.complete_success') },
                { value: 'failure', label: t('jobs.complete_failure') },
              ]}
            />
          </div>
        </div>
        <Show when={submit.error() !== undefined}>
          <ErrorState what={t('jobs.complete_failed')} error={submit.error()} />
        </Show>
      </form>
    </Dialog>
  );
}

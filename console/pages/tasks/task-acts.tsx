import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconDelete, IconEdit, IconMore, IconRun } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { readTasksAgain, type Task, useTargets } from './queries.ts';

/** Run it now, edit it, delete it. */
export function TaskActs(props: { task: Task }) {
  const company = useCompany();
  const [running, setRunning] = createSignal(false);
  const [deleting, setDeleting] = createSignal(false);
  return (
    <Show when={can('tasks.manage') && props.task.changeable}>
      <Button look="primary" icon={IconRun} onClick={() => setRunning(true)}>
        {t('tasks.run_now')}
      </Button>
      <LinkButton icon={IconEdit} href={company.href(`/monitoring/tasks/${props.task.id}/edit`)}>
        {t('tasks.edit')}
      </LinkButton>
      <Menu
        placement="bottom-end"
        items={[{ label: t('tasks.delete'), icon: IconDelete, danger: true, run: () => setDeleting(true) }]}
        trigger={(trigger) => <IconButton {...trigger} icon={IconMore} label={t('tasks.more_acts')} />}
      />
      <RunDialog task={props.task} open={running()} onOpenChange={setRunning} />
      <DeleteDialog task={props.task} open={deleting()} onOpenChange={setDeleting} />
    </Show>
  );
}

type DialogProps = { task: Task; open: boolean; onOpenChange: (open: boolean) => void };

function RunDialog(props: DialogProps) {
  const targets = useTargets(() => props.task.id);
  const count = () => (targets.isSuccess ? targets.data.count : 0);
  const unable = () => (targets.isSuccess ? targets.data.unable : 0);
  const run = createSubmit(async () => {
    const { dispatched, proposed, skipped } = await api('POST /api/tasks/:id/run', { params: { id: props.task.id } });
    readTasksAgain();
    props.onOpenChange(false);
    toast(outcomeText(dispatched, proposed, skipped));
  });
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('tasks.run_title', { count: count(), name: props.task.name })}
      action={t('tasks.run_action', { count: count() })}
      look="primary"
      count={count()}
      busy={run.busy()}
      disabled={count() === 0}
      onConfirm={run.send}
    >
      <p>{can('jobs.manage') ? t('tasks.run_dispatches') : t('tasks.run_proposes')}</p>
      <Show when={unable() > 0}>
        <p class="muted">{t('tasks.run_unable', { count: unable() })}</p>
      </Show>
      <Refused what={t('tasks.run_failed')} error={run.error()} />
    </ConfirmDialog>
  );
}

/** "3 jobs started, 2 wait for approval." */
function outcomeText(dispatched: number, proposed: number, skipped: number): string {
  const parts = [
    ...(dispatched > 0 ? [t('tasks.run_started', { count: dispatched })] : []),
    ...(proposed > 0 ? [t('tasks.run_waiting', { count: proposed })] : []),
    ...(skipped > 0 ? [t('tasks.run_skipped', { count: skipped })] : []),
  ];
  return parts.length > 0 ? `${parts.join(', ')}.` : t('tasks.run_none');
}

function DeleteDialog(props: DialogProps) {
  const navigate = useNavigate();
  const company = useCompany();
  const remove = createSubmit(async () => {
    const { id, name } = props.task;
    await api('DELETE /api/tasks/:id', { params: { id } });
    navigate(company.href('/monitoring/tasks'), { replace: true });
    readTasksAgain();
    toast(t('tasks.deleted', { name }));
  });
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('tasks.delete_title', { name: props.task.name })}
      action={t('tasks.delete')}
      busy={remove.busy()}
      onConfirm={remove.send}
    >
      <p>{t('tasks.delete_what')}</p>
      <Refused what={t('tasks.delete_failed')} error={remove.error()} />
    </ConfirmDialog>
  );
}

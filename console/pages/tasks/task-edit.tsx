import { useNavigate, useParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { createTaskDraft, draftOf } from './draft.ts';
import { readTasksAgain, type Task, useTask } from './queries.ts';
import { issuePaths, TaskFields } from './task-form.tsx';

/** /monitoring/tasks/:id/edit */
export default function EditTask() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const task = useTask(() => params.id);
  const name = () => (task.isSuccess ? task.data.name : t('tasks.title'));
  return (
    <Page
      title={t('tasks.edit_title', { name: name() })}
      crumbs={[
        { label: t('tasks.title'), href: company.href('/monitoring/tasks') },
        { label: name(), href: company.href(`/monitoring/tasks/${params.id}`) },
      ]}
    >
      <div class="max-w-220">
        <Loaded query={task} failed={t('tasks.one_failed')} skeleton={<Skeleton kind="lines" rows={8} />}>
          {(loaded) => <Form task={loaded()} />}
        </Loaded>
      </div>
    </Page>
  );
}

/** Made once: what others save meanwhile does not take away what is typed here. */
function Form(props: { task: Task }) {
  const company = useCompany();
  const navigate = useNavigate();
  const { id, approval } = props.task;
  const form = createTaskDraft(draftOf(props.task));
  const page = () => company.href(`/monitoring/tasks/${id}`);
  const submit = createSubmit(async () => {
    const saved = await api('PUT /api/tasks/:id', { params: { id }, body: form.changes() });
    readTasksAgain();
    toast(t('tasks.saved', { name: saved.name }));
    navigate(page());
  }, issuePaths);
  return (
    <form class="stack" onSubmit={submit.onSubmit} novalidate>
      <TaskFields form={form} submit={submit} waiting={approval !== 'approved'} />
      <Refused what={t('tasks.save_failed')} error={submit.error()} />
      <div class="form-actions justify-end">
        <Show when={!form.ready()}>
          <span class="hint">{t('tasks.incomplete')}</span>
        </Show>
        <LinkButton href={page()}>{t('ui.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={submit.busy()} disabled={!form.ready()}>
          {t('tasks.save')}
        </Button>
      </div>
    </form>
  );
}

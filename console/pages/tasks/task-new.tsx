import { useNavigate, useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { useDevice } from '../device/queries.ts';
import type { Owner } from '../monitoring/check-draft.ts';
import { OwnerFields } from '../monitoring/owner-fields.tsx';
import { Refused } from '../settings/refused.tsx';
import { createTaskDraft, newDraft } from './draft.ts';
import { readTasksAgain } from './queries.ts';
import { issuePaths, TaskFields } from './task-form.tsx';

/** /monitoring/tasks/new; `?policy=` and `?device=` say whose it is. */
export default function NewTask() {
  const company = useCompany();
  const [search] = useSearchParams<{ policy?: string; device?: string }>();
  const device = useDevice(() => search.device ?? '');
  const named = () => search.device === undefined || device.isError || device.isSuccess;
  const owner = (): Owner => {
    if (search.policy) return { kind: 'policy', id: search.policy };
    if (search.device && device.isSuccess)
      return { kind: 'device', device: { id: device.data.id, hostname: device.data.hostname } };
    return can('policies.view') ? { kind: 'policy', id: undefined } : { kind: 'device', device: undefined };
  };
  return (
    <Page
      title={t('tasks.create_title')}
      crumbs={[{ label: t('tasks.title'), href: company.href('/monitoring/tasks') }]}
    >
      <div class="max-w-220">
        <Show when={named()}>
          <Form owner={owner()} />
        </Show>
      </div>
    </Page>
  );
}

function Form(props: { owner: Owner }) {
  const company = useCompany();
  const navigate = useNavigate();
  const form = createTaskDraft(newDraft(props.owner));
  const { draft, set } = form;
  const submit = createSubmit(async () => {
    const { owner } = draft;
    const owned = owner.kind === 'policy' ? { policy_id: owner.id } : { agent_id: owner.device?.id };
    const schedule = form.schedule();
    if (!schedule) return;
    const made = await api('POST /api/tasks', { body: { ...form.whole(), ...schedule, ...owned } });
    readTasksAgain();
    toast(t('tasks.created', { name: made.name }));
    navigate(company.href(`/monitoring/tasks/${made.id}`));
  }, issuePaths);
  const ready = () => form.owned() && form.ready();
  return (
    <form class="stack" onSubmit={submit.onSubmit} novalidate>
      <OwnerFields owner={draft.owner} onChange={(owner) => set('owner', owner)} />
      <TaskFields form={form} submit={submit} />
      <Refused what={t('tasks.create_failed')} error={submit.error()} />
      <div class="form-actions justify-end">
        <Show when={!ready()}>
          <span class="hint">{t('tasks.incomplete')}</span>
        </Show>
        <LinkButton href={company.href('/monitoring/tasks')}>{t('ui.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={submit.busy()} disabled={!ready()}>
          {t('tasks.create')}
        </Button>
      </div>
    </form>
  );
}

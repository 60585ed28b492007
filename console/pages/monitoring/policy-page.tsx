import { useNavigate, useParams } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { isGone } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconDelete, IconEdit, IconInfo, IconRoles } from '../../ui/icons.ts';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { AssignmentsCard } from './assignments-card.tsx';
import { PolicyChecks } from './policy-checks.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { PolicyTasks } from './policy-tasks.tsx';
import { type Policy, readMonitoringAgain, usePolicy } from './queries.ts';

/** /monitoring/policies/:id: what it holds, and where. */
export default function PolicyPage() {
  const params = useParams<{ id: string }>();
  const policy = usePolicy(() => params.id);
  return (
    <Show when={!(policy.isError && isGone(policy.error))} fallback={<Gone />}>
      <Show when={!policy.isPending && policy.data} fallback={<Waiting query={policy} />}>
        {(loaded) => <View policy={loaded()} />}
      </Show>
    </Show>
  );
}

function View(props: { policy: Policy }) {
  const company = useCompany();
  const [act, setAct] = createSignal<'edit' | 'delete' | undefined>();
  const mayChange = () => can('policies.manage') && props.policy.changeable;
  return (
    <Page
      title={props.policy.name}
      crumbs={[{ label: t('monitoring.policies'), href: company.href('/monitoring/policies') }]}
      sub={<span class="dim">{props.policy.description}</span>}
      actions={
        <Show when={mayChange()}>
          <Button icon={IconEdit} onClick={() => setAct('edit')}>
            {t('policies.edit')}
          </Button>
          <Button look="danger" icon={IconDelete} onClick={() => setAct('delete')}>
            {t('policies.delete')}
          </Button>
        </Show>
      }
    >
      <div class="stack">
        <Show when={can('policies.manage') && !props.policy.changeable}>
          <Note icon={IconInfo}>{t('policies.not_changeable')}</Note>
        </Show>
        <AssignmentsCard policy={props.policy} />
        <Show when={can('checks.view')}>
          <PolicyChecks policy={props.policy} />
        </Show>
        <Show when={can('tasks.view')}>
          <PolicyTasks policy={props.policy} />
        </Show>
      </div>
      <Show when={act() === 'edit'}>
        <PolicyDialog policy={props.policy} onClose={() => setAct(undefined)} onSaved={() => undefined} />
      </Show>
      <Show when={act() === 'delete'}>
        <DeleteDialog policy={props.policy} onClose={() => setAct(undefined)} />
      </Show>
    </Page>
  );
}

function DeleteDialog(props: { policy: Policy; onClose: () => void }) {
  const company = useCompany();
  const navigate = useNavigate();
  const { id, name, devices } = props.policy;
  const submit = createSubmit(async () => {
    await api('DELETE /api/policies/:id', { params: { id } });
    navigate(company.href('/monitoring/policies'));
    readMonitoringAgain();
    toast(t('policies.deleted', { name }));
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t('policies.delete_title', { name })}
      action={t('policies.delete_action')}
      count={devices}
      busy={submit.busy()}
      onConfirm={submit.send}
    >
      <p>
        {t('policies.delete_why')} {t('policies.device_count', { count: devices })}.
      </p>
      <Refused what={t('policies.delete_failed')} error={submit.error()} />
    </ConfirmDialog>
  );
}

function Waiting(props: { query: ReturnType<typeof usePolicy> }) {
  return (
    <Page title={t('monitoring.policies')}>
      <Loaded query={props.query} failed={t('policies.one_failed')} skeleton={<Skeleton kind="lines" rows={6} />}>
        {() => undefined}
      </Loaded>
    </Page>
  );
}

function Gone() {
  const company = useCompany();
  return (
    <Page title={t('policies.gone')}>
      <EmptyState
        icon={IconRoles}
        title={t('policies.gone')}
        actions={<LinkButton href={company.href('/monitoring/policies')}>{t('policies.to_list')}</LinkButton>}
      >
        {t('policies.gone_why')}
      </EmptyState>
    </Page>
  );
}

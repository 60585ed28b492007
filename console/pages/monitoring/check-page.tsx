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
import { IconActivity, IconApprovals, IconDelete, IconEdit, IconInfo, IconMinus } from '../../ui/icons.ts';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Badge, Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { CheckFacts } from './check-facts.tsx';
import { InstancesCard } from './check-instances.tsx';
import { approvalLook, typeName } from './check-words.ts';
import { type Check, readMonitoringAgain, useCheck } from './queries.ts';

/** /monitoring/checks/:id: what it says on each device, and what it is. */
export default function CheckPage() {
  const params = useParams<{ id: string }>();
  const check = useCheck(() => params.id);
  return (
    <Show when={!(check.isError && isGone(check.error))} fallback={<Gone />}>
      <Show when={!check.isPending && check.data} fallback={<Waiting query={check} />}>
        {(loaded) => <View check={loaded()} />}
      </Show>
    </Show>
  );
}

function View(props: { check: Check }) {
  const company = useCompany();
  const [deleting, setDeleting] = createSignal(false);
  const mayChange = () => can('checks.manage') && props.check.changeable;
  return (
    <Page
      title={props.check.name}
      crumbs={[{ label: t('monitoring.checks'), href: company.href('/monitoring/checks') }]}
      beside={
        <>
          <Show when={!props.check.enabled}>
            <Badge tone="idle" icon={IconMinus} word={t('checks.disabled')} />
          </Show>
          <Show when={props.check.approval}>{(state) => <Badge {...approvalLook(state())} />}</Show>
        </>
      }
      sub={
        <Show when={props.check.name !== typeName(props.check.type)}>
          <span class="dim">{typeName(props.check.type)}</span>
        </Show>
      }
      actions={
        <Show when={mayChange()}>
          <LinkButton icon={IconEdit} href={company.href(`/monitoring/checks/${props.check.id}/edit`)}>
            {t('checks.edit')}
          </LinkButton>
          <Button look="danger" icon={IconDelete} onClick={() => setDeleting(true)}>
            {t('checks.delete')}
          </Button>
        </Show>
      }
    >
      <div class="stack">
        <Show when={can('checks.manage') && !props.check.changeable}>
          <Note icon={IconInfo}>{t('checks.not_changeable')}</Note>
        </Show>
        <Show when={props.check.approval === 'waiting' || props.check.remediation_approval === 'waiting'}>
          <Note icon={IconApprovals}>
            {t('checks.approval_why')}{' '}
            <Show when={can('jobs.view')}>
              <a class="link" href={company.href('/approvals')}>
                {t('checks.approval_see')}
              </a>
            </Show>
          </Note>
        </Show>
        <div class="cols">
          <InstancesCard check={props.check} />
          <CheckFacts check={props.check} />
        </div>
      </div>
      <Show when={deleting()}>
        <DeleteDialog check={props.check} onClose={() => setDeleting(false)} />
      </Show>
    </Page>
  );
}

function DeleteDialog(props: { check: Check; onClose: () => void }) {
  const company = useCompany();
  const navigate = useNavigate();
  const { id, name, devices } = props.check;
  const submit = createSubmit(async () => {
    await api('DELETE /api/checks/:id', { params: { id } });
    navigate(company.href('/monitoring/checks'));
    readMonitoringAgain();
    toast(t('checks.deleted', { name }));
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t('checks.delete_title', { name })}
      action={t('checks.delete_action')}
      count={devices.total}
      busy={submit.busy()}
      onConfirm={submit.send}
    >
      <p>{t('checks.delete_why', { count: devices.total })}</p>
      <Refused what={t('checks.delete_failed')} error={submit.error()} />
    </ConfirmDialog>
  );
}

function Waiting(props: { query: ReturnType<typeof useCheck> }) {
  return (
    <Page title={t('monitoring.checks')}>
      <Loaded query={props.query} failed={t('checks.one_failed')} skeleton={<Skeleton kind="lines" rows={6} />}>
        {() => undefined}
      </Loaded>
    </Page>
  );
}

function Gone() {
  const company = useCompany();
  return (
    <Page title={t('checks.gone')}>
      <EmptyState
        icon={IconActivity}
        title={t('checks.gone')}
        actions={<LinkButton href={company.href('/monitoring/checks')}>{t('checks.to_list')}</LinkButton>}
      >
        {t('checks.gone_why')}
      </EmptyState>
    </Page>
  );
}

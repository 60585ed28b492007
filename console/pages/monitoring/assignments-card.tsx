import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconAdd, IconDevice } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { type Assignment, PLACES, type Policy, readMonitoringAgain, useAssignments } from './queries.ts';

/** Where a policy is assigned, and how many devices it reaches there. */
export function AssignmentsCard(props: { policy: Policy }) {
  const company = useCompany();
  const assignments = useAssignments(() => props.policy.id);
  const [assigning, setAssigning] = createSignal(false);
  const [leaving, setLeaving] = createSignal<Assignment | undefined>();
  const mayChange = () => can('policies.manage') && props.policy.changeable;
  const assign = () => (
    <Show when={mayChange()}>
      <Button size="s" icon={IconAdd} onClick={() => setAssigning(true)}>
        {t('policies.assign')}
      </Button>
    </Show>
  );
  return (
    <Card
      title={t('policies.assignments')}
      sub={t('policies.device_count', { count: props.policy.devices })}
      end={assign()}
    >
      <Loaded query={assignments} failed={t('policies.assignments_failed')}>
        {(data) => (
          <Show
            when={data().assignments.length > 0}
            fallback={
              <EmptyState icon={IconDevice} title={t('policies.unassigned')}>
                {t('policies.unassigned_why')}
              </EmptyState>
            }
          >
            <Table
              label={t('policies.assignments')}
              columns={columns(company.href, mayChange() ? setLeaving : undefined)}
              rows={data().assignments}
              stacked
            />
            <Show when={data().next_cursor}>
              <p class="hint p-4">{t('policies.more_places', { count: PLACES })}</p>
            </Show>
          </Show>
        )}
      </Loaded>
      <Show when={assigning()}>
        <AssignDialog policy={props.policy} onClose={() => setAssigning(false)} />
      </Show>
      <Show when={leaving()}>
        {(assignment) => <UnassignDialog assignment={assignment()} onClose={() => setLeaving(undefined)} />}
      </Show>
    </Card>
  );
}

function columns(
  href: (path: string) => string,
  onLeave: ((assignment: Assignment) => void) | undefined,
): TableColumn<Assignment>[] {
  return [
    {
      header: t('policies.place'),
      kind: 'wrap',
      cell: (row) => (
        <>
          <Show when={row.scope_type === 'agent'} fallback={<span class="strong">{row.name}</span>}>
            <a class="link" href={href(`/devices/${row.scope_id}?tab=checks`)}>
              <VisibleText text={row.name} />
            </a>
          </Show>
          <span class="xs muted block">{[row.client_name, row.site_name].filter(Boolean).join(', ')}</span>
        </>
      ),
    },
    { header: t('policies.kind'), cell: (row) => t(`policies.kind.${row.scope_type}`) },
    { header: t('policies.devices'), kind: 'num', cell: (row) => formatNumber(row.devices) },
    ...(onLeave
      ? [
          {
            header: t('policies.acts'),
            hideHeader: true,
            kind: 'num' as const,
            cell: (row: Assignment) => (
              <Button
                size="s"
                look="quiet"
                aria-label={t('policies.unassign_one', { name: row.name })}
                onClick={() => onLeave(row)}
              >
                {t('policies.unassign')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}

function UnassignDialog(props: { assignment: Assignment; onClose: () => void }) {
  const { id, name, devices } = props.assignment;
  const submit = createSubmit(async () => {
    await api('DELETE /api/policies/assignments/:aid', { params: { aid: id } });
    readMonitoringAgain();
    toast(t('policies.unassigned_done', { place: name }));
    props.onClose();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t('policies.unassign_title', { place: name })}
      action={t('policies.unassign_action')}
      count={devices}
      busy={submit.busy()}
      onConfirm={submit.send}
    >
      <p>
        {t('policies.unassign_why')} {t('policies.device_count', { count: devices })}.
      </p>
      <Refused what={t('policies.unassign_failed')} error={submit.error()} />
    </ConfirmDialog>
  );
}

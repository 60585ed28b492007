import { useNavigate, useSearchParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { CheckType as CheckTypes } from '../../../schema/check-types.ts';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { createCheckDraft, newDraft, type Owner } from './check-draft.ts';
import { CheckFields } from './check-form.tsx';
import { issuePaths } from './issue-paths.ts';
import { OwnerFields } from './owner-fields.tsx';
import { type CheckType, readMonitoringAgain } from './queries.ts';
import { TypeChooser } from './type-chooser.tsx';

/** /monitoring/checks/new: the type first, then the rest. `?policy=` and `?device=` say whose it is. */
export default function NewCheck() {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ type?: string; policy?: string; device?: string }>();
  const type = () => CheckTypes.safeParse(search.type).data;
  const device = useQuery(() => ({
    queryKey: ['devices', search.device],
    queryFn: ({ signal }) => api('GET /api/devices/:id', { params: { id: search.device ?? '' }, signal }),
    enabled: search.device !== undefined && can('devices.view'),
  }));
  const named = () => search.device === undefined || !device.isLoading;
  const owner = (): Owner => {
    if (search.policy) return { kind: 'policy', id: search.policy };
    if (search.device && device.isSuccess)
      return { kind: 'device', device: { id: device.data.id, hostname: device.data.hostname } };
    return can('policies.view') ? { kind: 'policy', id: undefined } : { kind: 'device', device: undefined };
  };
  return (
    <Page
      title={t('checks.create_title')}
      crumbs={[{ label: t('monitoring.checks'), href: company.href('/monitoring/checks') }]}
    >
      <div class="max-w-220">
        <Show when={type()} keyed fallback={<TypeChooser onChoose={(chosen) => setSearch({ type: chosen })} />}>
          {(chosen) => (
            <Show when={named()}>
              <Form type={chosen} owner={owner()} onOther={() => setSearch({ type: null })} />
            </Show>
          )}
        </Show>
      </div>
    </Page>
  );
}

function Form(props: { type: CheckType; owner: Owner; onOther: () => void }) {
  const company = useCompany();
  const navigate = useNavigate();
  const form = createCheckDraft(newDraft(props.type, props.owner));
  const { draft, set } = form;
  const submit = createSubmit(async () => {
    const { owner, type } = draft;
    const owned = owner.kind === 'policy' ? { policy_id: owner.id } : { agent_id: owner.device?.id };
    const { remediation, ...body } = form.body();
    // A value that is kept exists in a saved check only.
    const made = await api('POST /api/checks', { body: { ...body, type, ...owned, remediation: whole(remediation) } });
    readMonitoringAgain();
    toast(t('checks.created', { name: made.name }));
    navigate(company.href(`/monitoring/checks/${made.id}`));
  }, issuePaths);
  const missing = () => {
    if (!form.owned()) return t('checks.owner_missing');
    return form.ready()
      ? undefined
      : draft.type === 'script' || draft.remediate
        ? t('checks.program_missing')
        : undefined;
  };
  return (
    <form class="stack" onSubmit={submit.onSubmit} novalidate>
      <OwnerFields owner={draft.owner} onChange={(owner) => set('owner', owner)} />
      <CheckFields
        form={form}
        submit={submit}
        typeAside={
          <Button size="s" look="quiet" onClick={() => props.onOther()}>
            {t('checks.other_type')}
          </Button>
        }
      />
      <Refused what={t('checks.create_failed')} error={submit.error()} />
      <div class="form-actions justify-end">
        <Show when={missing()}>{(what) => <span class="hint">{what()}</span>}</Show>
        <LinkButton href={company.href('/monitoring/checks')}>{t('ui.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={submit.busy()} disabled={!form.owned() || !form.ready()}>
          {t('checks.create')}
        </Button>
      </div>
    </form>
  );
}

type Draft = ReturnType<ReturnType<typeof createCheckDraft>['body']>['remediation'];

function whole(remediation: Draft) {
  if (!remediation) return null;
  const env = Object.entries(remediation.env ?? {}).map(([name, value]): [string, string] => [name, value ?? '']);
  return { ...remediation, env: Object.fromEntries(env) };
}

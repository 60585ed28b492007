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
import { createCheckDraft, draftOf } from './check-draft.ts';
import { CheckFields } from './check-form.tsx';
import { issuePaths } from './issue-paths.ts';
import { type Check, readMonitoringAgain, useCheck } from './queries.ts';

/** /monitoring/checks/:id/edit */
export default function EditCheck() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const check = useCheck(() => params.id);
  const name = () => (check.isSuccess ? check.data.name : t('monitoring.checks'));
  return (
    <Page
      title={t('checks.edit_title', { name: name() })}
      crumbs={[
        { label: t('monitoring.checks'), href: company.href('/monitoring/checks') },
        { label: name(), href: company.href(`/monitoring/checks/${params.id}`) },
      ]}
    >
      <div class="max-w-220">
        <Loaded query={check} failed={t('checks.one_failed')} skeleton={<Skeleton kind="lines" rows={8} />}>
          {(loaded) => <Form check={loaded()} />}
        </Loaded>
      </div>
    </Page>
  );
}

/** Made once: what others save meanwhile does not take away what is typed here. */
function Form(props: { check: Check }) {
  const company = useCompany();
  const navigate = useNavigate();
  const { id } = props.check;
  const form = createCheckDraft(draftOf(props.check));
  const page = () => company.href(`/monitoring/checks/${id}`);
  const submit = createSubmit(async () => {
    const saved = await api('PUT /api/checks/:id', { params: { id }, body: form.body() });
    readMonitoringAgain();
    toast(t('checks.saved', { name: saved.name }));
    navigate(page());
  }, issuePaths);
  return (
    <form class="stack" onSubmit={submit.onSubmit} novalidate>
      <CheckFields form={form} submit={submit} />
      <Refused what={t('checks.save_failed')} error={submit.error()} />
      <div class="form-actions justify-end">
        <Show when={!form.ready()}>
          <span class="hint">{t('checks.not_number')}</span>
        </Show>
        <LinkButton href={page()}>{t('ui.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={submit.busy()} disabled={!form.ready()}>
          {t('checks.save')}
        </Button>
      </div>
    </form>
  );
}

import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconActivity, IconAdd } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table/table.tsx';
import { checkColumns } from './check-columns.tsx';
import { type Policy, useCheckPages } from './queries.ts';

/** The checks of a policy, with what they say on its devices. */
export function PolicyChecks(props: { policy: Policy }) {
  const company = useCompany();
  const checks = useCheckPages(() => ({ policy_id: props.policy.id }));
  const rows = () => (checks.isSuccess ? checks.data.pages.flatMap((page) => page.checks) : []);
  const create = () => (
    <Show when={can('checks.manage') && props.policy.changeable}>
      <LinkButton size="s" icon={IconAdd} href={company.href(`/monitoring/checks/new?policy=${props.policy.id}`)}>
        {t('checks.new')}
      </LinkButton>
    </Show>
  );
  return (
    <Card title={t('policies.checks')} end={create()}>
      <Loaded query={checks} failed={t('checks.failed')}>
        {() => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState icon={IconActivity} title={t('policies.checks_none')}>
                {t('policies.checks_none_why')}
              </EmptyState>
            }
          >
            <Table
              label={t('policies.checks')}
              columns={checkColumns(company.href, { owner: false })}
              rows={rows()}
              stacked
            />
          </Show>
        )}
      </Loaded>
      <Show when={checks.hasNextPage}>
        <div class="card-foot justify-center">
          <Button busy={checks.isFetchingNextPage} onClick={() => void checks.fetchNextPage()}>
            {t('checks.more')}
          </Button>
        </div>
      </Show>
    </Card>
  );
}

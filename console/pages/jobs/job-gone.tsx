import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { IconJobs } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';

/** The address names no job that the principal may see. */
export function JobGone() {
  const company = useCompany();
  return (
    <Page title={t('jobs.gone')}>
      <EmptyState
        icon={IconJobs}
        title={t('jobs.gone')}
        actions={<LinkButton href={company.href('/jobs')}>{t('jobs.to_list')}</LinkButton>}
      >
        {t('jobs.gone_why')}
      </EmptyState>
    </Page>
  );
}

import { t } from '../i18n/index.ts';
import { LinkButton } from '../ui/button.tsx';
import { IconLock, IconSearch } from '../ui/icons.ts';
import { EmptyState } from '../ui/states.tsx';
import { useCompany } from './company.ts';
import { Page } from './page.tsx';

/** For an address without a page. */
export default function NotFound() {
  const company = useCompany();
  return (
    <Page title={t('missing.title')}>
      <EmptyState
        icon={IconSearch}
        title={t('missing.what')}
        actions={<LinkButton href={company.href('/')}>{t('missing.home')}</LinkButton>}
      >
        {t('missing.why')}
      </EmptyState>
    </Page>
  );
}

/** For a page that this principal may not use. */
export function NotAllowed() {
  const company = useCompany();
  return (
    <Page title={t('missing.not_allowed_title')}>
      <EmptyState
        icon={IconLock}
        title={t('missing.not_allowed')}
        actions={<LinkButton href={company.href('/')}>{t('missing.home')}</LinkButton>}
      >
        {t('missing.not_allowed_why')}
      </EmptyState>
    </Page>
  );
}

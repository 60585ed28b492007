import { useLocation } from '@solidjs/router';
import { For } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page, type PageProps } from '../../shell/page.tsx';
import { monitoringSections } from './sections.ts';

/** The frame of the lists under Monitoring: their title, and the way to the others. */
export function MonitoringPage(props: PageProps) {
  const location = useLocation();
  const company = useCompany();
  return (
    <Page {...props}>
      <nav class="tabs" aria-label={t('nav.monitoring')}>
        <For each={monitoringSections()}>
          {(section) => (
            <a
              href={company.href(section.path)}
              aria-current={location.pathname.startsWith(section.path) ? 'page' : undefined}
            >
              {t(section.label)}
            </a>
          )}
        </For>
      </nav>
      {props.children}
    </Page>
  );
}

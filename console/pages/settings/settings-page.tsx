import { useLocation } from '@solidjs/router';
import { createEffect, For, on } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page, type PageProps } from '../../shell/page.tsx';
import { settingsSections } from './sections.ts';

/** The frame of every page under Settings: its title, and the way to the others. */
export function SettingsPage(props: PageProps) {
  const location = useLocation();
  const company = useCompany();
  let tabs!: HTMLElement;
  // On a phone the row of sections is longer than the screen; the one on screen is shown.
  createEffect(
    on(
      () => location.pathname,
      () => tabs.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    ),
  );
  return (
    <Page {...props}>
      <nav ref={tabs} class="tabs" aria-label={t('nav.settings')}>
        <For each={settingsSections()}>
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

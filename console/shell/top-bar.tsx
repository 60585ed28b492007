import { Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { liveState, staleSince } from '../live.ts';
import { can } from '../session.ts';
import { theme, toggleTheme } from '../theme.ts';
import { IconButton } from '../ui/button.tsx';
import { IconMenu, IconMoon, IconSearch, IconSun } from '../ui/icons.ts';
import { Kbd, modKey } from '../ui/status.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CompanySwitcher } from './company-switcher.tsx';

/** Company, search, whether the data is live, theme, account. */
export function TopBar(props: { onMenu: () => void; onSearch: () => void }) {
  return (
    <header class="top">
      <div class="row gap-1">
        <IconButton class="m-only" look="quiet" icon={IconMenu} label={t('nav.open')} onClick={() => props.onMenu()} />
        <Show when={can('clients.view')}>
          <CompanySwitcher />
        </Show>
      </div>
      <button type="button" class="searchbtn" onClick={() => props.onSearch()}>
        <IconSearch />
        <span class="ellipsis grow">{t('palette.title')}</span>
        <span aria-hidden="true">
          <Kbd>{modKey}K</Kbd>
        </span>
      </button>
      <div class="row gap-3">
        <LiveMark />
        <IconButton
          look="quiet"
          icon={theme() === 'dark' ? IconSun : IconMoon}
          label={theme() === 'dark' ? t('theme.light') : t('theme.dark')}
          onClick={toggleTheme}
        />
        <AccountMenu />
      </div>
    </header>
  );
}

/** Live, connecting or not live: the dot is never the only sign. */
function LiveMark() {
  const down = () => staleSince() !== undefined;
  return (
    <span class={`live hide-m ${down() ? 'off' : ''}`}>
      <span class={`dot ${liveState() === 'up' ? '' : 'hollow'}`} />
      {down() ? t('live.off') : liveState() === 'up' ? t('live.on') : t('live.connecting')}
    </span>
  );
}

import { For } from 'solid-js';
import { chooseLanguage, isLanguage, language, languages, t } from '../i18n/index.ts';
import { theme, toggleTheme } from '../theme.ts';
import { Button } from '../ui/button.tsx';
import { IconLanguage, IconMoon, IconSun } from '../ui/icons.ts';

/** Theme and language for those who have no account menu yet. */
export function EntranceFoot() {
  return (
    <div class="entrance-foot">
      <Button look="quiet" size="s" icon={theme() === 'dark' ? IconSun : IconMoon} onClick={toggleTheme}>
        {theme() === 'dark' ? t('theme.light') : t('theme.dark')}
      </Button>
      <For each={Object.entries(languages).filter(([key]) => key !== language())}>
        {([key, { name }]) => (
          <Button
            look="quiet"
            size="s"
            icon={IconLanguage}
            lang={key}
            onClick={() => isLanguage(key) && void chooseLanguage(key, { remember: true })}
          >
            {name}
          </Button>
        )}
      </For>
    </div>
  );
}

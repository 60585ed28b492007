import { createSignal } from 'solid-js';
import { chooseLanguage, isLanguage, type Language, language, languages, t } from '../i18n/index.ts';
import { me, saveLanguage, signOut } from '../session.ts';
import { IconKeyboard, IconSignOut, IconUser } from '../ui/icons.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { errorAdvice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useCompany } from './company.ts';
import { KeysDialog } from './keys-dialog.tsx';

/** Who is signed in, language, keys, and the way out. */
export function AccountMenu() {
  const [keysOpen, setKeysOpen] = createSignal(false);
  const company = useCompany();
  const name = () => me()?.principal.name ?? '';
  const items = (): MenuItem[] => [
    {
      heading: `${name()} · ${me()?.role.name ?? ''}`,
      items: [
        { label: t('me.title'), icon: IconUser, href: company.href('/account') },
        { label: t('keys.title'), icon: IconKeyboard, run: () => setKeysOpen(true) },
        { label: t('account.sign_out'), icon: IconSignOut, run: () => void leave() },
      ],
    },
    'line',
    {
      heading: t('account.language'),
      items: Object.entries(languages).map(([key, { name: label }]) => ({
        label,
        get checked() {
          return language() === key;
        },
        onChange: () => void (isLanguage(key) && speak(key)),
      })),
    },
  ];
  return (
    <>
      <Menu
        placement="bottom-end"
        items={items()}
        trigger={(trigger) => (
          <button type="button" class="avatar" {...trigger}>
            <span aria-hidden="true">{initials(name())}</span>
            <span class="vh">{t('account.label', { name: name() })}</span>
          </button>
        )}
      />
      <KeysDialog open={keysOpen()} onOpenChange={setKeysOpen} />
    </>
  );
}

/** Chosen here for this browser at once, and for the account. */
async function speak(chosen: Language) {
  await chooseLanguage(chosen, { remember: true });
  try {
    await saveLanguage(chosen);
  } catch (error) {
    toast(errorAdvice(error), { look: 'err' });
  }
}

/** The session is over here in any case; if the server could not be told, the operator should know. */
export async function leave() {
  try {
    await signOut();
  } catch {
    toast(t('account.sign_out_offline'), { look: 'err' });
  }
}

/** Two letters for a name: "ines.vahtera" is IV. */
function initials(name: string): string {
  const parts = name.split(/[\s._@-]+/).filter(Boolean);
  return ((parts[0]?.[0] ?? '?') + (parts[1]?.[0] ?? parts[0]?.[1] ?? '')).toUpperCase();
}

import { createSignal } from 'solid-js';
import { chooseLanguage, forgetLanguage, isLanguage, languages, preferredLanguage, t } from '../../i18n/index.ts';
import { me, saveLanguage } from '../../session.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';

const BROWSER = 'browser';

/** The account's language; it applies here at once. */
export function LanguageCard() {
  const [failure, setFailure] = createSignal<unknown>();
  const chosen = () => me()?.user?.language ?? BROWSER;
  const options = () => [
    { value: BROWSER, label: t('me.language_browser') },
    ...Object.entries(languages).map(([value, { name }]) => ({ value, label: name })),
  ];
  async function choose(value: string) {
    setFailure(undefined);
    const language = isLanguage(value) ? value : null;
    try {
      await saveLanguage(language);
      forgetLanguage();
      await chooseLanguage(preferredLanguage(language));
      toast(t('me.language_saved'));
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <Card title={t('me.language')} pad>
      <div class="stack gap-3">
        <Select
          label={t('me.language')}
          hideLabel
          hint={t('me.language_hint')}
          options={options()}
          value={chosen()}
          onChange={(value) => void choose(value)}
        />
        <Refused what={t('me.language_failed')} error={failure()} />
      </div>
    </Card>
  );
}

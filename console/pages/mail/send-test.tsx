import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { IconOk } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { TryOut } from '../../ui/try-out.tsx';
import { testRefusal } from './refusals.ts';

export type SendTestProps = {
  route: 'POST /api/config/smtp/test' | 'POST /api/config/smtp/alerts/test';
  /** Something is not saved yet: a test would speak of something else. */
  disabled?: boolean;
  /** What is tested, so that an old answer goes when it changes. */
  of: unknown;
};

/** Mails a test to the own address. */
export function SendTest(props: SendTestProps) {
  return (
    <TryOut
      label={t('mail.test')}
      hint={props.disabled ? t('mail.save_first') : t('mail.test_why')}
      disabled={props.disabled}
      of={props.of}
      run={() => api(props.route)}
      failed={t('mail.test_failed')}
      said={testRefusal}
    >
      {(sent) => (
        <Note icon={IconOk} look="ok">
          <span class="wrap-anywhere">{t('mail.test_sent', { address: sent().recipient })}</span>
        </Note>
      )}
    </TryOut>
  );
}

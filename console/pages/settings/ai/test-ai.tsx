import { api } from '../../../api.ts';
import { ApiError, asSentence } from '../../../api-error.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { language, t } from '../../../i18n/index.ts';
import { VisibleText } from '../../../ui/code/code.tsx';
import { IconOk } from '../../../ui/icons.ts';
import { Note } from '../../../ui/status.tsx';
import { TryOut } from '../../../ui/try-out.tsx';
import { failureSentence } from '../../chat/words.ts';

/** Asks the saved provider one question. */
export function TestAi(props: { of: unknown; disabled: boolean }) {
  return (
    <TryOut
      label={t('ai_settings.test')}
      hint={props.disabled ? t('ai_settings.save_first') : t('ai_settings.test_why')}
      disabled={props.disabled}
      of={JSON.stringify(props.of)}
      run={() => api('POST /api/config/ai/test')}
      failed={t('ai_settings.test_failed')}
      said={said}
    >
      {(answer) => (
        <Note icon={IconOk} look="ok">
          <VisibleText
            text={t('ai_settings.test_ok', {
              model: answer().model,
              time: formatNumber(Math.max(0.1, answer().latency_ms / 1000), {
                style: 'unit',
                unit: 'second',
                maximumFractionDigits: 1,
              }),
            })}
          />
        </Note>
      )}
    </TryOut>
  );
}

/**
 * What the provider said, for whoever sets it up; a fault of the connection to our own server is none of its words. The server
 * tells it in English: in other languages what it means stands before it.
 */
function said(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.message === '') return undefined;
  const meaning = failureSentence(error.code);
  if (meaning === undefined) return undefined;
  const words = asSentence(error.message);
  return language() === 'en' ? words : `${meaning} (${words})`;
}

import { type Label, t } from '../../../i18n/index.ts';
import { BrowserRefusal, type Refusal } from '../../../webauthn.ts';

const sentences: Record<Refusal, Label> = {
  known: 'passkeys.browser_known',
  cancelled: 'passkeys.browser_cancelled',
  failed: 'passkeys.browser_failed',
};

/** Why the browser gave no passkey, as a sentence; undefined when it was not the browser. */
export const browserSentence = (error: unknown): string | undefined =>
  error instanceof BrowserRefusal ? t(sentences[error.refusal]) : undefined;

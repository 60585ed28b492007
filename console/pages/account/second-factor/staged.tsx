import { Show } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { CopyField } from '../../../ui/copy.tsx';
import { QrCode } from '../../../ui/qr.tsx';

/** The secret for the app: to scan, to type, or to hand to an app on this device. */
export function Staged(props: { staged: { secret: string; uri: string }; replaces: boolean }) {
  return (
    <>
      <p>
        {t('second_factor.scan')}{' '}
        <Show when={props.replaces}>
          <strong>{t('second_factor.scan_replaces')}</strong>
        </Show>
      </p>
      <div class="flex justify-center">
        <QrCode text={props.staged.uri} label={t('second_factor.qr')} />
      </div>
      <div class="stack gap-2">
        <p>{t('second_factor.cannot_scan')}</p>
        <CopyField label={t('second_factor.secret')} value={props.staged.secret} shown={grouped(props.staged.secret)} />
        <Show when={isAppUri(props.staged.uri)}>
          <p>
            <a class="link" href={props.staged.uri}>
              {t('second_factor.on_this_device')}
            </a>
          </p>
        </Show>
      </div>
    </>
  );
}

/** In fours, as people read it aloud; apps read over the spaces. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Nothing else that the answer might hold becomes a link. */
const isAppUri = (uri: string): boolean => uri.startsWith('otpauth://totp/');

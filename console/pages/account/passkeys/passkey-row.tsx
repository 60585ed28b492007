import { Show } from 'solid-js';
import { rich, t } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';
import { IconDelete, IconEdit, IconPasskey, IconWarn } from '../../../ui/icons.ts';
import { Tag } from '../../../ui/status.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import type { Passkey } from './passkeys.ts';

/** One passkey: its name, when it was made and used, and what can be done with it. `host` is the console's name. */
export function PasskeyRow(props: { passkey: Passkey; host: string; onRename: () => void; onRemove: () => void }) {
  return (
    <li>
      <IconPasskey class="muted shrink-0" />
      <div class="grow min-w-0">
        <div class="row flex-wrap">
          <span class="wrap-anywhere">{props.passkey.name}</span>
          <Show when={props.passkey.backed_up}>
            <span title={t('passkeys.synced_why')}>
              <Tag>{t('passkeys.synced')}</Tag>
            </span>
          </Show>
          <Show when={props.passkey.rp_id !== props.host}>
            <span title={t('passkeys.other_name_why')}>
              <Tag icon={IconWarn}>{t('passkeys.other_name', { name: props.passkey.rp_id })}</Tag>
            </span>
          </Show>
        </div>
        <div class="xs muted mt-1">
          {rich('passkeys.since', { time: <RelativeTime at={props.passkey.created_at} /> })} ·{' '}
          <Show when={props.passkey.last_used_at} fallback={t('passkeys.unused')}>
            {(at) => rich('passkeys.used', { time: <RelativeTime at={at()} /> })}
          </Show>
        </div>
      </div>
      <IconButton
        size="s"
        look="quiet"
        icon={IconEdit}
        label={t('passkeys.rename_of', { name: props.passkey.name })}
        onClick={() => props.onRename()}
      />
      <IconButton
        size="s"
        look="quiet"
        icon={IconDelete}
        label={t('passkeys.remove_of', { name: props.passkey.name })}
        onClick={() => props.onRemove()}
      />
    </li>
  );
}

import { createEffect, createSignal, on } from 'solid-js';
import { api } from '../../api.ts';
import { formatRelative } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { now } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import type { ApiToken } from './queries.ts';

/** Asks before a token is ended; open while there is one. */
export function RevokeDialog(props: { token: ApiToken | undefined; onClose: () => void }) {
  // The words stay while the dialog closes.
  const [shown, setShown] = createSignal<ApiToken | undefined>();
  createEffect(
    on(
      () => props.token,
      (token) => token && setShown(token),
    ),
  );
  const revoke = createSubmit(async () => {
    const token = props.token;
    if (!token) return;
    await api('DELETE /api/api-tokens/:id', { params: { id: token.id } });
    await queries.invalidateQueries({ queryKey: ['api_tokens'] });
    props.onClose();
    toast(t('tokens.revoked', { name: token.name }));
  });
  const use = () => {
    const at = shown()?.last_used_at;
    return at ? t('tokens.revoke_used', { time: formatRelative(at, now()) }) : t('tokens.revoke_unused');
  };
  return (
    <ConfirmDialog
      open={props.token !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={t('tokens.revoke_title', { name: shown()?.name ?? '' })}
      action={t('tokens.revoke_action')}
      busy={revoke.busy()}
      onConfirm={revoke.send}
    >
      <p>
        {t('tokens.revoke_why')} {use()}
      </p>
      <Refused what={t('tokens.revoke_failed')} error={revoke.error()} />
    </ConfirmDialog>
  );
}

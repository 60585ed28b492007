import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { now } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { destinationName, type EnrollToken } from './token.ts';

type RevokeTokenDialogProps = { token: EnrollToken; onRevoked: () => Promise<void>; onClose: () => void };

/** Asks before a token lets nobody in any more. */
export function RevokeTokenDialog(props: RevokeTokenDialogProps) {
  const { token } = props;
  const name = token.description || destinationName(token);
  const spent = token.uses_left === 0 || Date.parse(token.expires_at) <= now().getTime();

  const form = createSubmit(async () => {
    await api('DELETE /api/enroll-tokens/:id', { params: { id: token.id } });
    toast(t('enrollment.revoked'));
    props.onClose();
    await props.onRevoked();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t('enrollment.revoke_title')}
      action={t('enrollment.revoke_submit')}
      busy={form.busy()}
      onConfirm={form.send}
    >
      <p>
        {spent ? t('enrollment.revoke_spent', { name }) : t('enrollment.revoke_why', { name, count: token.uses_left })}
      </p>
      <Refused what={t('enrollment.revoke_failed')} error={form.error()} />
    </ConfirmDialog>
  );
}

import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { now } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { destinationName, type EnrollToken, isSpent } from './token.ts';

type RevokeTokenDialogProps = { token: EnrollToken; onRevoked: () => Promise<void>; onClose: () => void };

/** Asks before a token lets nobody in any more, or, when it does not anyway, before it goes from the list. */
export function RevokeTokenDialog(props: RevokeTokenDialogProps) {
  const { token } = props;
  const name = token.description || destinationName(token);
  const act = isSpent(token, now()) ? 'remove' : 'revoke';

  const form = createSubmit(async () => {
    await api('DELETE /api/enroll-tokens/:id', { params: { id: token.id } });
    toast(t(`enrollment.${act}d`));
    props.onClose();
    await props.onRevoked();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t(`enrollment.${act}_title`)}
      action={t(`enrollment.${act}_submit`)}
      busy={form.busy()}
      onConfirm={form.send}
    >
      <p>{t(`enrollment.${act}_why`, { name, count: token.uses_left })}</p>
      <Refused what={t(`enrollment.${act}_failed`)} error={form.error()} />
    </ConfirmDialog>
  );
}

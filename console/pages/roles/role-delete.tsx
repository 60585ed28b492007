import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconDelete } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import type { Role } from './queries.ts';

/** Only a role that nobody has is deleted. */
export function RoleDelete(props: { role: Role }) {
  const company = useCompany();
  const navigate = useNavigate();
  const [open, setOpen] = createSignal(false);
  const used = () => props.role.user_count + props.role.token_count > 0;
  const remove = createSubmit(async () => {
    const { key, name } = props.role;
    await api('DELETE /api/roles/:key', { params: { key } });
    setOpen(false);
    navigate(company.href('/settings/roles'));
    toast(t('roles.deleted', { name }));
    void queries.invalidateQueries({ queryKey: ['roles'] });
  });
  return (
    <div class="form-actions">
      <Button look="danger" icon={IconDelete} disabled={used()} onClick={() => setOpen(true)}>
        {t('roles.delete')}
      </Button>
      <Show when={used()}>
        <span class="hint">{t('roles.delete_used')}</span>
      </Show>
      <ConfirmDialog
        open={open()}
        onOpenChange={setOpen}
        title={t('roles.delete_title', { name: props.role.name })}
        action={t('roles.delete_action')}
        busy={remove.busy()}
        onConfirm={remove.send}
      >
        <p>{t('roles.delete_why')}</p>
        <Refused what={t('roles.delete_failed')} error={remove.error()} />
      </ConfirmDialog>
    </div>
  );
}

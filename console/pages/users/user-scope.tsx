import { createEffect, createSignal, on, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import type { ScopeRow, User } from './queries.ts';
import { ScopeEditor } from './scope-editor.tsx';
import { sameRows } from './scope-rows.ts';

/** What the account reaches. Saving nothing means everything, so that is asked once more. */
export function UserScope(props: { user: User }) {
  const [rows, setRows] = createSignal<ScopeRow[]>(props.user.scopes);
  const [asking, setAsking] = createSignal(false);
  const kept = () => sameRows(rows(), props.user.scopes);
  // Somebody else's change shows, unless one is being made here.
  createEffect(
    on(
      () => [props.user.id, props.user.scopes] as const,
      ([id, scopes], before) => {
        if (before === undefined || before[0] !== id || sameRows(rows(), before[1])) setRows(scopes);
      },
    ),
  );
  const save = createSubmit(async () => {
    const { id, username } = props.user;
    await api('PUT /api/users/:id/scopes', { params: { id }, body: { scopes: rows() } });
    await queries.invalidateQueries({ queryKey: ['users'] });
    setAsking(false);
    toast(t('scope.saved', { name: username }));
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (rows().length === 0) setAsking(true);
    else save.onSubmit(event);
  };
  const ready = () => (!kept() || props.user.scope_lost) && (rows().length > 0 || me()?.unscoped === true);
  return (
    <Card title={t('scope.title')} pad>
      <form class="stack" onSubmit={onSubmit}>
        <ScopeEditor rows={rows()} onChange={setRows} lost={props.user.scope_lost} />
        <Show when={!asking()}>
          <Refused what={t('scope.save_failed')} error={save.error()} />
        </Show>
        <div class="form-actions justify-end">
          <Show when={!kept()}>
            <Button onClick={() => setRows(props.user.scopes)}>{t('ui.cancel')}</Button>
          </Show>
          <Button type="submit" look="primary" disabled={!ready()} busy={save.busy()}>
            {t('scope.save')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={asking()}
        onOpenChange={setAsking}
        title={t('scope.free_title', { name: props.user.username })}
        action={t('scope.free')}
        look="danger solid"
        busy={save.busy()}
        onConfirm={save.send}
      >
        <p>{t('scope.free_why')}</p>
        <Refused what={t('scope.save_failed')} error={save.error()} />
      </ConfirmDialog>
    </Card>
  );
}

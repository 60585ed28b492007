import { createEffect, createSignal, on, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { changedUser, type UserDetail } from './queries.ts';
import { ScopeEditor } from './scope-editor.tsx';
import { type Reach, reachOf, rowsOf, sameReach } from './scope-rows.ts';

/** What the account reaches. Unrestricted access is asked once more. */
export function UserScope(props: { user: UserDetail }) {
  const saved = () => reachOf(props.user);
  const [reach, setReach] = createSignal<Reach>(saved());
  const [asking, setAsking] = createSignal(false);
  const kept = () => sameReach(reach(), saved());
  // Somebody else's change shows, unless one is being made here.
  createEffect(
    on(
      () => [props.user.id, saved()] as const,
      ([id, now], before) => {
        if (before === undefined || before[0] !== id || sameReach(reach(), before[1])) setReach(now);
      },
    ),
  );
  const save = createSubmit(async () => {
    const { id, username } = props.user;
    const scopes = rowsOf(reach());
    if (scopes === undefined) return;
    await api('PUT /api/users/:id/scopes', { params: { id }, body: { scopes } });
    await changedUser(id);
    setAsking(false);
    toast(t('scope.saved', { name: username }));
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reach().everything) setAsking(true);
    else save.onSubmit(event);
  };
  return (
    <Card title={t('scope.title')} pad>
      <form class="stack" onSubmit={onSubmit}>
        <ScopeEditor reach={reach()} onChange={setReach} lost={props.user.scope_lost} />
        <Show when={!asking()}>
          <Refused what={t('scope.save_failed')} error={save.error()} />
        </Show>
        <div class="form-actions justify-end">
          <Show when={!kept()}>
            <Button onClick={() => setReach(saved())}>{t('ui.cancel')}</Button>
          </Show>
          <Button type="submit" look="primary" disabled={kept() || rowsOf(reach()) === undefined} busy={save.busy()}>
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

import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me, type Permission } from '../../session.ts';
import { Choices } from '../../ui/choices.tsx';
import { IconInfo, IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { permissionLabel } from '../roles/areas.ts';
import { lackedIn } from '../roles/queries.ts';
import type { User } from '../users/queries.ts';
import { UserPicker } from '../users/user-picker.tsx';
import type { TokenDraft } from './token-draft.ts';

/** What the account's role leaves of the token's, said the shorter way. */
function leftText(draft: TokenDraft): string {
  const words = (permissions: readonly Permission[]) => permissions.map((one) => t(permissionLabel(one))).join('; ');
  const [left, lost] = [draft.permissions(), draft.lost()];
  if (left.length === 0) return t('tokens.left_nothing');
  return left.length < lost.length
    ? t('tokens.left', { permissions: words(left) })
    : t('tokens.lost', { permissions: words(lost) });
}

/** Whom the token acts for, and what that means for its reach. */
export function TokenBinding(props: { draft: TokenDraft }) {
  const labels = () => ({
    self: { label: t('tokens.bound_me', { name: me()?.user?.username ?? '' }), hint: t('tokens.bound_me_why') },
    account: { label: t('tokens.bound_account'), hint: t('tokens.bound_account_why') },
    nobody: { label: t('tokens.bound_none'), hint: t('tokens.bound_none_why') },
  });
  const role = (key: string) => props.draft.roles().find((one) => one.key === key);
  const about = (user: User) => {
    const held = role(user.role);
    if (held && lackedIn(held).length > 0) return { hint: t('tokens.account_exceeds'), disabled: true };
    if (user.disabled_at) return { hint: t('tokens.account_disabled'), disabled: true };
    return { hint: held?.name ?? user.role };
  };
  return (
    <div class="stack gap-2">
      <p class="label">{t('tokens.bound')}</p>
      <Choices
        label={t('tokens.bound')}
        value={props.draft.binding()}
        onChange={props.draft.setBinding}
        choices={props.draft.bindings().map((value) => ({ value, ...labels()[value] }))}
      />
      <Show when={!props.draft.unscoped()}>
        <p class="hint">{t('tokens.bound_self')}</p>
      </Show>
      <Show when={props.draft.binding() === 'account'}>
        <UserPicker
          label={t('tokens.account')}
          about={about}
          value={props.draft.account()}
          onChange={props.draft.setAccount}
        />
      </Show>
      <Show when={props.draft.binding() === 'nobody'}>
        <Note icon={IconWarn} look="warn">
          {t('tokens.unbound_warning')}
        </Note>
      </Show>
      <Show when={props.draft.lost().length > 0}>
        <Note icon={IconInfo}>{leftText(props.draft)}</Note>
      </Show>
    </div>
  );
}

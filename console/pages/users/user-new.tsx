import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { useRoles } from '../roles/queries.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { passwordIssues, refusalOf } from '../settings/refusals.ts';
import { Refused } from '../settings/refused.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { ScopeEditor } from './scope-editor.tsx';
import { type Reach, rowsOf } from './scope-rows.ts';

/** Refusals that a field shows. */
const SHOWN_BY_FIELDS = ['username_taken', 'email_taken', 'weak_password'];

/** Nothing is decided at first: everything is a decision of its own. */
const UNDECIDED: Reach = { everything: false, targets: [] };

/** /settings/users/new */
export default function NewUser() {
  const company = useCompany();
  const navigate = useNavigate();
  const roles = useRoles();
  const [username, setUsername] = createSignal('');
  const [password, setPassword] = createSignal('');
  const [role, setRole] = createSignal<string | undefined>();
  const [email, setEmail] = createSignal('');
  const [reach, setReach] = createSignal<Reach>(UNDECIDED);
  const [failure, setFailure] = createSignal<unknown>();
  const ready = () => role() !== undefined && rowsOf(reach()) !== undefined;

  const form = createSubmit(async () => {
    setFailure(undefined);
    const key = role();
    const scopes = rowsOf(reach());
    if (key === undefined || scopes === undefined) return;
    const address = email().trim();
    const body = {
      username: username().trim(),
      password: password(),
      role: key,
      scopes,
      ...(address && { email: address }),
    };
    const made = await api('POST /api/users', { body }).catch((error: unknown) => {
      setFailure(error);
      throw error;
    });
    void queries.invalidateQueries({ queryKey: ['users'] });
    toast(t('users.created', { name: made.username }));
    navigate(company.href(`/settings/users/${made.id}`));
  }, ['username', 'password', 'email']);
  const other = () => (refusalOf(failure(), ...SHOWN_BY_FIELDS) ? undefined : form.error());

  return (
    <SettingsPage
      title={t('users.create_title')}
      crumbs={[{ label: t('settings.users'), href: company.href('/settings/users') }]}
    >
      <form class="stack max-w-180" onSubmit={form.onSubmit}>
        <Card pad>
          <div class="stack">
            <TextField
              label={t('users.username')}
              hint={t('users.username_hint')}
              error={form.issue('username') ?? refusalOf(failure(), 'username_taken')}
              value={username()}
              onChange={setUsername}
              input={{
                autocomplete: 'off',
                autocapitalize: 'none',
                spellcheck: false,
                required: true,
                maxlength: 100,
                ref: focusSoon,
              }}
            />
            <TextField
              label={t('users.password')}
              hint={t('users.password_hint')}
              error={passwordIssues(failure(), 'password')}
              value={password()}
              onChange={setPassword}
              input={{ type: 'password', autocomplete: 'new-password', required: true }}
            />
            <Show when={can('users.email.manage')}>
              <TextField
                label={t('users.email')}
                optional
                hint={t('users.email_new_hint')}
                error={form.issue('email') ?? refusalOf(failure(), 'email_taken')}
                value={email()}
                onChange={setEmail}
                input={{ type: 'email', autocomplete: 'off', spellcheck: false, maxlength: 320 }}
              />
            </Show>
            <RoleSelect
              label={t('users.role')}
              hint={t('users.role_hint')}
              roles={roles.isSuccess ? roles.data.roles : []}
              value={role()}
              onChange={setRole}
            />
          </div>
        </Card>
        <Card title={t('scope.title')} pad>
          <ScopeEditor reach={reach()} onChange={setReach} />
        </Card>
        <Refused what={t('users.create_failed')} error={other()} />
        <div class="form-actions justify-end">
          <Show when={!ready()}>
            <span class="hint">{role() === undefined ? t('users.role_missing') : t('scope.choose_first')}</span>
          </Show>
          <LinkButton href={company.href('/settings/users')}>{t('ui.cancel')}</LinkButton>
          <Button type="submit" look="primary" busy={form.busy()} disabled={!ready()}>
            {t('users.create')}
          </Button>
        </div>
      </form>
    </SettingsPage>
  );
}

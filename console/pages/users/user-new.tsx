import { useNavigate } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { toast } from '../../ui/toast.tsx';
import { configQuery } from '../about/queries.ts';
import { useRoles } from '../roles/queries.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { Refused } from '../settings/refused.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { ScopeEditor } from './scope-editor.tsx';
import { createUserDraft, type UserDraft } from './user-draft.ts';

/** /settings/users/new */
export default function NewUser() {
  const company = useCompany();
  const navigate = useNavigate();
  const draft = createUserDraft(({ id, username }) => {
    toast(t('users.created', { name: username }));
    navigate(company.href(`/settings/users/${id}`));
  });
  return (
    <SettingsPage
      title={t('users.create_title')}
      crumbs={[{ label: t('settings.users'), href: company.href('/settings/users') }]}
    >
      <form class="stack max-w-180" onSubmit={draft.form.onSubmit}>
        <Card pad>
          <Account draft={draft} />
        </Card>
        <Card title={t('scope.title')} pad>
          <ScopeEditor reach={draft.reach()} onChange={draft.setReach} />
        </Card>
        <Refused what={t('users.create_failed')} error={draft.error()} />
        <div class="form-actions justify-end">
          <Show when={!draft.ready()}>
            <span class="hint">{draft.role() === undefined ? t('users.role_missing') : t('scope.choose_first')}</span>
          </Show>
          <LinkButton href={company.href('/settings/users')}>{t('ui.cancel')}</LinkButton>
          <Button type="submit" look="primary" busy={draft.form.busy()} disabled={!draft.ready()}>
            {t('users.create')}
          </Button>
        </div>
      </form>
    </SettingsPage>
  );
}

/** Who it is, and what it may do. */
function Account(props: { draft: UserDraft }) {
  const { draft } = props;
  const roles = useRoles();
  const config = useQuery(configQuery);
  const mails = () => !config.isSuccess || config.data.smtp.account_set;
  return (
    <div class="stack">
      <TextField
        label={t('users.username')}
        hint={t('users.username_hint')}
        error={draft.usernameError()}
        value={draft.username()}
        onChange={draft.setUsername}
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
        error={draft.passwordError()}
        value={draft.password()}
        onChange={draft.setPassword}
        input={{ type: 'password', autocomplete: 'new-password', required: true }}
      />
      <Show when={can('users.email.manage')}>
        <TextField
          label={t('users.email')}
          optional
          hint={mails() ? t('users.email_new_hint') : t('users.email_no_relay')}
          error={draft.emailError()}
          value={draft.email()}
          onChange={draft.setEmail}
          input={{ type: 'email', autocomplete: 'off', spellcheck: false, maxlength: 320 }}
        />
      </Show>
      <RoleSelect
        label={t('users.role')}
        hint={t('users.role_hint')}
        roles={roles.isSuccess ? roles.data.roles : []}
        value={draft.role()}
        onChange={draft.setRole}
      />
    </div>
  );
}

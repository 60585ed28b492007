import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { can, me, type Permission } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { IconWarn } from '../../ui/icons.ts';
import { type Option, Select } from '../../ui/select.tsx';
import { Note } from '../../ui/status.tsx';
import { approvesItself, useRoles } from '../roles/queries.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { Refused } from '../settings/refused.tsx';
import { useUsers } from '../users/queries.ts';
import type { IssuedToken } from './queries.ts';

const DAYS = [30, 90, 365] as const;
const NOBODY = 'nobody';

/** Name, role, whom it acts for, how long: and what the choice means before it is made. */
export function TokenForm(props: { onIssued: (token: IssuedToken) => void }) {
  const company = useCompany();
  const roles = useRoles();
  const users = useUsers();
  const own = () => me()?.user?.id;
  const unscoped = () => me()?.unscoped === true;
  const [name, setName] = createSignal('');
  const [role, setRole] = createSignal<string | undefined>();
  const [bound, setBound] = createSignal(unscoped() ? NOBODY : (own() ?? NOBODY));
  const [days, setDays] = createSignal('90');
  const [mcpOnly, setMcpOnly] = createSignal(false);
  const allRoles = () => (roles.isSuccess ? roles.data.roles : []);
  const people = (): Option[] => {
    const known = users.isSuccess ? users.data.users : [];
    const self = me()?.user;
    const listed = known.length > 0 || !self ? known : [self];
    return [
      ...(unscoped() ? [{ value: NOBODY, label: t('tokens.bound_none') }] : []),
      ...listed
        .filter(({ id }) => unscoped() || id === own())
        .map(({ id, username }) => ({ value: id, label: username })),
    ];
  };
  const holds = (key: string | undefined): readonly Permission[] =>
    allRoles().find((one) => one.key === key)?.permissions ?? [];
  /** What the token may do in the end: a bound one no more than the account's role. */
  const permissions = () => {
    const account = users.isSuccess ? users.data.users.find(({ id }) => id === bound()) : undefined;
    const limit = account ? holds(account.role) : bound() === own() ? (me()?.permissions ?? []) : undefined;
    return holds(role()).filter((permission) => limit === undefined || limit.includes(permission));
  };
  const form = createSubmit(async () => {
    const key = role();
    if (key === undefined) return;
    const made = await api('POST /api/api-tokens', {
      body: {
        name: name().trim(),
        role: key,
        expires_in_days: Number(days()),
        mcp_only: mcpOnly(),
        ...(bound() !== NOBODY && { user_id: bound() }),
      },
    });
    void queries.invalidateQueries({ queryKey: ['api_tokens'] });
    void queries.invalidateQueries({ queryKey: ['roles'] });
    props.onIssued(made);
  }, ['name']);
  return (
    <form class="stack" onSubmit={form.onSubmit}>
      <Card pad>
        <div class="stack">
          <TextField
            label={t('tokens.name')}
            hint={t('tokens.name_hint')}
            value={name()}
            onChange={setName}
            error={form.issue('name')}
            input={{ required: true, maxlength: 200, autocomplete: 'off', ref: focusSoon }}
          />
          <RoleSelect
            label={t('tokens.role')}
            hint={t('tokens.role_hint')}
            roles={allRoles()}
            value={role()}
            onChange={setRole}
          />
          <Show when={approvesItself(permissions())}>
            <Note icon={IconWarn} look="warn">
              <strong>{t('tokens.approves')}.</strong> {t('tokens.approves_why')}{' '}
              {t('tokens.approves_instead', { permission: t('permission.jobs.manage') })}
            </Note>
          </Show>
          <Select
            label={t('tokens.bound')}
            hint={unscoped() ? t('tokens.bound_hint') : t('tokens.bound_self')}
            options={people()}
            value={bound()}
            onChange={setBound}
            disabled={!unscoped()}
          />
          <Select
            label={t('tokens.expires')}
            hint={t('tokens.expires_hint')}
            options={[
              ...DAYS.map((count) => ({ value: String(count), label: t('tokens.days', { count }) })),
              { value: '0', label: t('tokens.never') },
            ]}
            value={days()}
            onChange={setDays}
          />
          <Show when={can('mcp.use')}>
            <Checkbox
              checked={mcpOnly()}
              onChange={setMcpOnly}
              label={t('tokens.mcp_only')}
              hint={t('tokens.mcp_only_hint')}
            />
          </Show>
        </div>
      </Card>
      <Refused what={t('tokens.create_failed')} error={form.error()} />
      <div class="form-actions justify-end">
        <LinkButton href={company.href('/settings/tokens')}>{t('ui.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={form.busy()} disabled={role() === undefined}>
          {t('tokens.create')}
        </Button>
      </div>
    </form>
  );
}

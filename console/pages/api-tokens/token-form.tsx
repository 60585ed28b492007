import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { IconInfo, IconWarn } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { Note } from '../../ui/status.tsx';
import { approvesItself } from '../roles/queries.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { Refused } from '../settings/refused.tsx';
import type { IssuedToken } from './queries.ts';
import { TokenBinding } from './token-binding.tsx';
import { createTokenDraft } from './token-draft.ts';

const DAYS = [7, 30, 90, 365] as const;

/** Name, role, whom it acts for, how long: and what the choice means before it is made. */
export function TokenForm(props: { mcpOnly: boolean; onIssued: (token: IssuedToken) => void }) {
  const company = useCompany();
  const draft = createTokenDraft({ mcpOnly: props.mcpOnly });
  const form = createSubmit(async () => {
    const body = draft.body();
    if (!body) return;
    const made = await api('POST /api/api-tokens', { body });
    void queries.invalidateQueries({ queryKey: ['api_tokens'] });
    void queries.invalidateQueries({ queryKey: ['roles'] });
    props.onIssued(made);
  }, ['name']);
  const missing = () => {
    if (draft.role() === undefined) return t('users.role_missing');
    return draft.body() === undefined ? t('tokens.account_missing') : undefined;
  };
  return (
    <form class="stack" onSubmit={form.onSubmit}>
      <Card pad>
        <div class="stack">
          <TextField
            label={t('tokens.name')}
            hint={t('tokens.name_hint')}
            value={draft.name()}
            onChange={draft.setName}
            error={form.issue('name')}
            input={{ required: true, maxlength: 200, autocomplete: 'off', ref: focusSoon }}
          />
          <RoleSelect
            label={t('tokens.role')}
            hint={t('tokens.role_hint')}
            roles={draft.roles()}
            value={draft.role()}
            onChange={draft.setRole}
          />
          <Show when={approvesItself(draft.permissions())}>
            <Show when={!draft.mcpOnly()} fallback={<Note icon={IconInfo}>{t('tokens.approves_not')}</Note>}>
              <Note icon={IconWarn} look="warn">
                <strong>{t('tokens.approves')}.</strong> {t('tokens.approves_why')}{' '}
                {t('tokens.approves_instead', { permission: t('permission.jobs.manage') })}
              </Note>
            </Show>
          </Show>
          <TokenBinding draft={draft} />
          <Select
            label={t('tokens.expires')}
            hint={draft.days() === '0' ? t('tokens.never_hint') : t('tokens.expires_hint')}
            options={[
              ...DAYS.map((count) => ({ value: String(count), label: t('tokens.days', { count }) })),
              { value: '0', label: t('tokens.never') },
            ]}
            value={draft.days()}
            onChange={draft.setDays}
          />
          <Show when={can('mcp.use')}>
            <Checkbox
              checked={draft.mcpOnly()}
              onChange={draft.setMcpOnly}
              label={t('tokens.mcp_only')}
              hint={t('tokens.mcp_only_hint')}
            />
          </Show>
        </div>
      </Card>
      <Refused what={t('tokens.create_failed')} error={form.error()} />
      <div class="form-actions justify-end">
        <Show when={missing()}>{(what) => <span class="hint">{what()}</span>}</Show>
        <LinkButton href={company.href('/settings/tokens')}>{t('ui.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={form.busy()} disabled={draft.body() === undefined}>
          {t('tokens.create')}
        </Button>
      </div>
    </form>
  );
}

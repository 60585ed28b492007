import { useQuery } from '@tanstack/solid-query';
import { createSignal, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconWarn } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { refusalOf } from '../settings/refusals.ts';
import { Refused } from '../settings/refused.tsx';
import { catalogQuery } from './catalog.ts';
import { DifferenceList, differenceOf } from './difference.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { approvesItself } from './queries.ts';
import { createRoleChanges, type RoleDraft } from './role-changes.ts';
import { keyFor } from './role-key.ts';
import { RoleOvertaken } from './role-overtaken.tsx';

export type RoleFormProps = {
  /** What it begins with; for a role that is there, what is saved, which may change meanwhile. */
  start: RoleDraft;
  /** Of a role that is there already: stays as it is. */
  fixedKey?: boolean;
  /** Sends it; what it rejects with is shown. */
  save: (draft: RoleDraft) => Promise<void>;
  failed: string;
  submit: string;
  /** Whom it reaches, before the button. */
  note?: JSX.Element;
};

/** Name, key, purpose and permissions of a custom role. */
export function RoleForm(props: RoleFormProps) {
  const catalog = useQuery(catalogQuery);
  const { draft, set, clear, overtaken } = createRoleChanges(() => props.start);
  const [ownKey, setOwnKey] = createSignal(props.fixedKey === true);
  const rename = (name: string) => set(ownKey() ? { name } : { name, key: keyFor(name) });
  const form = createSubmit(async () => {
    await props.save({ ...draft(), name: draft().name.trim() });
    clear();
  }, ['name', 'key', 'description']);
  const taken = () => refusalOf(form.error(), 'role_exists');
  return (
    <form class="stack" onSubmit={form.onSubmit}>
      <Card title={t('roles.facts')} pad>
        <div class="stack max-w-160">
          <TextField
            label={t('roles.name')}
            value={draft().name}
            onChange={rename}
            error={form.issue('name')}
            input={{ required: true, maxlength: 200, autocomplete: 'off' }}
          />
          <Show when={!props.fixedKey}>
            <TextField
              label={t('roles.key')}
              hint={t('roles.key_hint')}
              value={draft().key}
              onChange={(key) => {
                setOwnKey(true);
                set({ key });
              }}
              error={form.issue('key') ?? taken()}
              input={{ required: true, maxlength: 50, autocomplete: 'off', spellcheck: false, class: 'mono' }}
            />
          </Show>
          <TextField
            label={t('roles.what_for')}
            optional
            value={draft().description}
            onChange={(description) => set({ description })}
            error={form.issue('description')}
            input={{ maxlength: 500, autocomplete: 'off' }}
          />
        </div>
      </Card>
      <Card title={t('roles.matrix')}>
        <Loaded query={catalog} failed={t('roles.permissions_failed')}>
          {(data) => (
            <PermissionMatrix
              catalog={data().permissions}
              held={draft().permissions}
              onChange={(permissions) => set({ permissions })}
            />
          )}
        </Loaded>
      </Card>
      <div class="card save-bar">
        <div class="stack grow gap-2">
          <Show when={props.fixedKey}>
            <RoleOvertaken when={overtaken() && !form.busy()} onDrop={clear} />
            <DifferenceList
              difference={differenceOf(props.start.permissions, draft().permissions)}
              label={t('roles.difference')}
            />
          </Show>
          <Show when={approvesItself(draft().permissions)}>
            <Note icon={IconWarn} look="warn">
              {t('roles.warn_mcp')}
            </Note>
          </Show>
          <Refused what={props.failed} error={taken() ? undefined : form.error()} />
        </div>
        <div class="form-actions justify-end">
          {props.note}
          <Button type="submit" look="primary" busy={form.busy()}>
            {props.submit}
          </Button>
        </div>
      </div>
    </form>
  );
}

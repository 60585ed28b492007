import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { Refused } from '../settings/refused.tsx';
import { HostEditor } from './host-editor.tsx';
import { createPolicyDraft } from './policy-draft.ts';
import { type Application, type Policy, useApplicationPages } from './queries.ts';

/** Who may register, and whether somebody looks at each first. */
export function PolicyTab() {
  const applications = useApplicationPages(() => '');
  return (
    <Loaded query={applications} failed={t('apps.failed')} skeleton={<Skeleton kind="lines" rows={6} />}>
      {(data) => (
        <Show when={data().pages[0]}>
          {(page) => <PolicyForm policy={page().policy} applications={page().oauth_apps} />}
        </Show>
      )}
    </Loaded>
  );
}

function PolicyForm(props: { policy: Policy; applications: readonly Application[] }) {
  const draft = createPolicyDraft(() => ({ ...props.policy }));
  return (
    <form class="stack max-w-180" onSubmit={draft.save.onSubmit}>
      <Card pad>
        <div class="stack gap-4">
          <p class="sm dim">{t('apps.policy_why')}</p>
          <div class="stack gap-2">
            <p class="label">{t('apps.registration')}</p>
            <Choices
              label={t('apps.registration')}
              value={draft.values().registration}
              onChange={(registration) => draft.change({ registration })}
              choices={[
                { value: 'any' as const, label: t('apps.any'), hint: t('apps.any_why') },
                { value: 'allowed_hosts' as const, label: t('apps.allowed_hosts'), hint: t('apps.allowed_hosts_why') },
              ]}
            />
          </div>
          <HostEditor draft={draft} applications={props.applications} />
          <Checkbox
            checked={draft.values().require_approval}
            onChange={(require_approval) => draft.change({ require_approval })}
            label={t('apps.require_approval')}
            hint={t('apps.require_approval_why')}
          />
        </div>
      </Card>
      <Refused what={t('apps.policy_failed')} error={draft.save.error()} />
      <div class="form-actions justify-end">
        <Show when={draft.missing()}>
          <span class="hint">{t('apps.host_missing')}</span>
        </Show>
        <Button type="submit" look="primary" busy={draft.save.busy()} disabled={!draft.changed() || draft.missing()}>
          {t('apps.policy_save')}
        </Button>
      </div>
    </form>
  );
}

import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can, me } from '../../session.ts';
import { Choices } from '../../ui/choices.tsx';
import { IconInfo, IconWarn } from '../../ui/icons.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { useOrganisation } from '../organisation/organisation.ts';
import type { ScopeTarget } from './queries.ts';
import { ScopeChips } from './scope-chips.tsx';
import { type Reach, without } from './scope-rows.ts';
import { ScopeTree } from './scope-tree.tsx';

export type ScopeEditorProps = {
  reach: Reach;
  onChange: (reach: Reach) => void;
  /** What the account was limited to is gone, and nothing has been decided since. */
  lost?: boolean;
};

/** What an account reaches: everything, as a decision of its own, or what is chosen in a tree down to single devices. */
export function ScopeEditor(props: ScopeEditorProps) {
  const set = (targets: readonly ScopeTarget[]) => props.onChange({ everything: false, targets });
  return (
    <div class="stack gap-3">
      <Show when={props.lost}>
        <Note icon={IconWarn} look="warn">
          <strong>{t('scope.lost')}</strong> {t('scope.lost_why')}
        </Note>
      </Show>
      <Choices
        label={t('scope.title')}
        value={props.reach.everything ? 'everything' : 'chosen'}
        onChange={(value) => props.onChange({ ...props.reach, everything: value === 'everything' })}
        choices={[
          { value: 'chosen', label: t('scope.only_chosen'), hint: t('scope.only_chosen_why') },
          {
            value: 'everything',
            label: t('scope.everything'),
            hint: me()?.unscoped ? t('scope.everything_why') : t('refused.unscoped_required'),
            disabled: me()?.unscoped !== true,
          },
        ]}
      />
      <Show when={props.reach.everything} fallback={<Chosen targets={props.reach.targets} onChange={set} />}>
        <Note icon={IconWarn} look="warn">
          <strong>{t('scope.unrestricted')}</strong> {t('scope.unrestricted_why')}
        </Note>
      </Show>
    </div>
  );
}

function Chosen(props: { targets: readonly ScopeTarget[]; onChange: (targets: ScopeTarget[]) => void }) {
  const organisation = useOrganisation();
  return (
    <>
      <Show when={props.targets.length > 0} fallback={<p class="sm dim">{t('scope.choose_first')}</p>}>
        <ScopeChips
          targets={props.targets}
          organisation={organisation}
          onRemove={(id) => props.onChange(without(props.targets, id))}
        />
      </Show>
      <Show when={!can('clients.view')}>
        <Note icon={IconInfo}>{t('settings.clients_hidden')}</Note>
      </Show>
      <Show when={can('clients.view') || can('devices.view')}>
        <Show
          when={organisation.loaded() || !can('clients.view')}
          fallback={
            <Show when={organisation.error() !== undefined} fallback={<Skeleton kind="lines" rows={4} />}>
              <ErrorState what={t('organisation.failed')} error={organisation.error()} retry={organisation.retry} />
            </Show>
          }
        >
          <ScopeTree organisation={organisation} targets={props.targets} onChange={props.onChange} />
        </Show>
      </Show>
    </>
  );
}

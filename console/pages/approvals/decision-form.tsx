import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { DecidingForm } from './deciding-form.tsx';
import type { Decision } from './decision.ts';

/** The decision about a script. Above ten devices the number is typed: one can approve for a whole company by mistake, but not type it. */
export function DecisionForm(props: { decision: Decision }) {
  const { decision } = props;
  return (
    <DecidingForm
      deciding={decision}
      byKey={decision.approvable()}
      rejectable={decision.count() > 0}
      approve={t('approvals.approve_for', { count: decision.count() })}
      refusal={decision.conflict() ? t('approvals.changed') : undefined}
      typeCount={
        decision.counted()
          ? { label: t('approvals.type_count', { count: decision.count() }), why: t('approvals.more_than_ten') }
          : undefined
      }
      hint={
        <Show when={decision.count() === 0}>
          <p class="hint">{t('approvals.none_chosen')}</p>
        </Show>
      }
    />
  );
}

import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { IconDelete, IconInfo } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { DecidingForm } from '../approvals/deciding-form.tsx';
import type { Decision } from './decision.ts';
import type { Operation } from './queries.ts';

type FormProps = { operation: Operation; decision: Decision };

/** The decision, for whoever may take it; somebody else is told what it takes. */
export function DecisionForm(props: FormProps) {
  const permitted = () => can(props.operation.kind === 'move' ? 'clients.manage' : 'devices.delete');
  return (
    <Show
      when={permitted()}
      fallback={
        <div class="card-body border-t border-border">
          <Note icon={IconInfo}>{t(`operations.not_yours_${props.operation.kind}`)}</Note>
        </div>
      }
    >
      <Form {...props} />
    </Show>
  );
}

function Form(props: FormProps) {
  const { decision } = props;
  // A move to a place outside the reader's scope can be rejected, not approved.
  const approvable = () => props.operation.decidable && decision.approvable();
  const deletes = () => props.operation.kind === 'delete';
  const typeCount = () => ({
    label: t('operations.type_count', { count: decision.count() }),
    why: t(deletes() ? 'operations.deletes_forever' : 'approvals.more_than_ten'),
  });
  return (
    <DecidingForm
      deciding={decision}
      approvable={approvable()}
      byKey={approvable() && !decision.counted()}
      approve={t(`operations.approve_${props.operation.kind}`, { count: decision.count() })}
      danger={deletes()}
      icon={deletes() ? IconDelete : undefined}
      refusal={decision.refused()}
      typeCount={decision.counted() && props.operation.decidable ? typeCount() : undefined}
      notes={
        <Show when={!deletes() && !props.operation.decidable && decision.busy() === undefined}>
          <Note icon={IconInfo}>{t('operations.not_there')}</Note>
        </Show>
      }
    />
  );
}

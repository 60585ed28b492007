import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { DecidedNote, decidedBy } from '../approvals/decided-note.tsx';
import type { Operation } from './queries.ts';

type DecidedProps = {
  operation: Operation;
  /** The reader tried to decide and came second. */
  tried: boolean;
  next: string | undefined;
  hrefOf: (id: string | undefined) => string;
};

/** Who decided, when and why; or that nothing was left to decide. */
export function Decided(props: DecidedProps) {
  const sentence = () => {
    const { closed_because, status, decided_by, decided_at } = props.operation;
    if (closed_because !== null) return t(`operations.closed.${closed_because}`);
    return decidedBy(status === 'approved' ? 'approved' : 'rejected', decided_by?.name ?? '', decided_at);
  };
  return (
    <DecidedNote
      tried={props.tried}
      sentence={sentence()}
      said={
        <Show when={props.operation.decision_reason}>
          {(reason) => (
            <blockquote class="quote">
              <VisibleText text={reason()} />
            </blockquote>
          )}
        </Show>
      }
      hasNext={props.next !== undefined}
      href={props.hrefOf(props.next)}
    />
  );
}

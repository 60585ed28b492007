import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DecidedNote, decidedBy } from './decided-note.tsx';
import { jobsOf } from './jobs-of.ts';
import type { Outcome } from './outcome.ts';
import type { Part } from './proposals.ts';

type DecidedProps = {
  outcome: Outcome;
  part: Part | undefined;
  /** The operator tried to decide and came second. */
  tried: boolean;
  next: string | undefined;
};

/** Somebody decided on a script, or it ended; with the way to its jobs. */
export function Decided(props: DecidedProps) {
  const company = useCompany();
  const sentence = () => {
    const { verdict, name, at } = props.outcome;
    return verdict === 'ended' ? t('approvals.was_ended') : decidedBy(verdict, name, at);
  };
  const job = () => jobsOf(props.part ? [props.part] : []);
  return (
    <DecidedNote
      tried={props.tried}
      sentence={sentence()}
      links={
        <Show when={job()}>
          {(link) => (
            <LinkButton size="s" href={company.href(link().href)}>
              {link().label}
            </LinkButton>
          )}
        </Show>
      }
      hasNext={props.next !== undefined}
      href={company.href(props.next === undefined ? '/approvals' : `/approvals/${props.next}`)}
    />
  );
}

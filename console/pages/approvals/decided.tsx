import { Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconError, IconInfo } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
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

/** Somebody decided while the page was open, or before it was: who, when, and where to go from here. */
export function Decided(props: DecidedProps) {
  const company = useCompany();
  const sentence = () => {
    const { verdict, name, at } = props.outcome;
    if (verdict === 'ended') return t('approvals.was_ended');
    return rich(`approvals.was_${verdict}`, {
      name: (
        <strong>
          <VisibleText text={name} />
        </strong>
      ),
      time: <Show when={at}>{(when) => <RelativeTime at={when()} />}</Show>,
    });
  };
  const job = () => jobsOf(props.part ? [props.part] : []);
  return (
    <Note icon={props.tried ? IconError : IconInfo} look={props.tried ? 'err' : 'warn'}>
      <div class="stack gap-2" role="status">
        <p>
          {sentence()} <Show when={props.tried}>{t('approvals.was_kept')}</Show>
        </p>
        <div class="row flex-wrap">
          <Show when={job()}>
            {(link) => (
              <LinkButton size="s" href={company.href(link().href)}>
                {link().label}
              </LinkButton>
            )}
          </Show>
          <LinkButton
            size="s"
            href={company.href(props.next === undefined ? '/approvals' : `/approvals/${props.next}`)}
          >
            {props.next === undefined ? t('approvals.back') : t('approvals.open_next')}
          </LinkButton>
        </div>
      </div>
    </Note>
  );
}

import { type JSX, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { LinkButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconError, IconInfo } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';

type DecidedNoteProps = {
  /** The operator tried to decide and came second. */
  tried: boolean;
  sentence: JSX.Element;
  /** Below the sentence. */
  said?: JSX.Element;
  /** Before the way on. */
  links?: JSX.Element;
  /** It leads to the next proposal, not back to all of them. */
  hasNext: boolean;
  /** Where it leads. */
  href: string;
};

/** Whatever waited was decided while the page was open, or before it was: who, when, and where to go from here. */
export function DecidedNote(props: DecidedNoteProps) {
  return (
    <Note icon={props.tried ? IconError : IconInfo} look={props.tried ? 'err' : 'warn'}>
      <div class="stack gap-2" role="status">
        <p>
          {props.sentence} <Show when={props.tried}>{t('approvals.was_kept')}</Show>
        </p>
        {props.said}
        <div class="row flex-wrap">
          {props.links}
          <LinkButton size="s" href={props.href}>
            {t(props.hasNext ? 'approvals.open_next' : 'approvals.back')}
          </LinkButton>
        </div>
      </div>
    </Note>
  );
}

/** "anna approved it 2 minutes ago". */
export function decidedBy(verdict: 'approved' | 'rejected', name: string, at: string | null | undefined): JSX.Element {
  return rich(`approvals.was_${verdict}`, {
    name: (
      <strong>
        <VisibleText text={name} />
      </strong>
    ),
    time: <Show when={at}>{(when) => <RelativeTime at={when()} />}</Show>,
  });
}

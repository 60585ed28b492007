import { Show } from 'solid-js';
import { IconError } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { refusalSentence } from './refusals.ts';

/** Why something was not done. `what` names it: "The account was not disabled." */
export function Refused(props: { what: string; error: unknown }) {
  return (
    <Show when={props.error !== undefined}>
      <Show when={refusalSentence(props.error)} fallback={<ErrorState what={props.what} error={props.error} />}>
        {(why) => (
          <Note icon={IconError} look="err">
            <strong>{props.what}</strong> {why()}
          </Note>
        )}
      </Show>
    </Show>
  );
}

import type { JSX } from 'solid-js';
import { Show } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconError } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { Refused } from '../settings/refused.tsx';
import type { WebhookDraft } from './draft.ts';
import { tooMany, urlRefusal } from './refusals.ts';
import { WebhookFields } from './webhook-fields.tsx';

type WebhookFormProps = {
  draft: WebhookDraft;
  stored: boolean;
  /** Of the button that saves. */
  action: string;
  failed: string;
  /** Beside it. */
  children?: JSX.Element;
};

export function WebhookForm(props: WebhookFormProps) {
  const { values, changed, secretNeeded, save, failure } = props.draft;
  const ready = () =>
    changed() && values().events.length > 0 && (!secretNeeded() || values().secret !== '') && values().url !== '';
  return (
    <form onSubmit={save.onSubmit}>
      <Card pad>
        <div class="stack">
          <WebhookFields draft={props.draft} stored={props.stored} />
          <Show when={!urlRefusal(failure())}>
            <Show when={tooMany(failure())} fallback={<Refused what={props.failed} error={save.error()} />}>
              {(why) => (
                <Note icon={IconError} look="err">
                  <strong>{props.failed}</strong> {why()}
                </Note>
              )}
            </Show>
          </Show>
          <div class="form-actions">
            <Button type="submit" look="primary" busy={save.busy()} disabled={!ready()}>
              {props.action}
            </Button>
            {props.children}
          </div>
        </div>
      </Card>
    </form>
  );
}

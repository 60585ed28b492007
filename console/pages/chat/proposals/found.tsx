import { type JSX, Show } from 'solid-js';
import { isGone } from '../../../api-error.ts';
import { t } from '../../../i18n/index.ts';
import { IconInfo } from '../../../ui/icons.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Note } from '../../../ui/status.tsx';

type QueryLike<D> = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  data: D | undefined;
  refetch: () => unknown;
};

/** A proposal that is read: skeleton, card, or what is the matter. Somebody may lose sight of it, or its device may be deleted. */
export function Found<D>(props: { query: QueryLike<D>; children: (data: () => NonNullable<D>) => JSX.Element }) {
  return (
    <Show
      when={!props.query.isPending && props.query.data}
      fallback={
        <Show
          when={props.query.isError}
          fallback={
            <section class="card" aria-label={t('chat.proposal')}>
              <Skeleton kind="lines" rows={3} />
            </section>
          }
        >
          <Show
            when={isGone(props.query.error)}
            fallback={
              <ErrorState
                what={t('chat.proposal_failed')}
                error={props.query.error}
                retry={() => void props.query.refetch()}
              />
            }
          >
            <Note icon={IconInfo}>{t('chat.proposal_gone')}</Note>
          </Show>
        </Show>
      }
    >
      {(data) => props.children(data)}
    </Show>
  );
}

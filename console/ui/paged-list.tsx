import { type JSX, Match, Show, Switch } from 'solid-js';
import type { Paged } from '../paged.ts';
import { Button } from './button.tsx';
import { IconUp } from './icons.ts';
import { ErrorState, Skeleton } from './states.tsx';

export type PagedListProps<Row> = {
  paged: Paged<Row>;
  /** Sentence for a failure: "The jobs did not load." */
  failed: string;
  /** Label of the bar for new rows: "Show 3 new jobs". */
  newLabel: (count: number) => string;
  /** In place of the rows when there are none. */
  empty: JSX.Element;
  children: JSX.Element;
};

/** The rows of createPaged() in their states: loading, failed, empty, and with new ones waiting above. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  return (
    <Switch fallback={<Skeleton rows={6} />}>
      <Match when={props.paged.loaded() && props.paged.rows().length === 0 && props.paged.waiting() === 0}>
        {props.empty}
      </Match>
      <Match when={props.paged.loaded()}>
        <Show when={props.paged.waiting() > 0}>
          <button type="button" class="newbar" onClick={() => props.paged.show()}>
            <IconUp class="i-sm" />
            {props.newLabel(props.paged.waiting())}
          </button>
        </Show>
        {props.children}
      </Match>
      <Match when={props.paged.error() !== undefined}>
        <div class="p-4">
          <ErrorState what={props.failed} error={props.paged.error()} retry={props.paged.retry} />
        </div>
      </Match>
    </Switch>
  );
}

/** Below the rows: the way to older ones. */
export function PagedFoot<Row>(props: { paged: Paged<Row>; more: string }) {
  return (
    <Show when={props.paged.hasMore()}>
      <div class="card-foot justify-center">
        <Button busy={props.paged.loadingMore()} onClick={() => props.paged.more()}>
          {props.more}
        </Button>
      </div>
    </Show>
  );
}

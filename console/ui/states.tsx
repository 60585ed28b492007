import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js';
import { ApiError, asSentence } from '../api-error.ts';
import { t } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { copyText } from './copy.tsx';
import { type Icon, IconCheck, IconCopy, IconError, IconRetry } from './icons.ts';

/** Grey shapes of the content to come: a card's worth of list rows. They show after 150 ms only. */
export function Skeleton(props: { rows?: number; kind?: 'list' | 'lines' }) {
  const rows = () => Array.from({ length: props.rows ?? 3 });
  return (
    <div class="delayed" role="status" aria-busy="true">
      <span class="vh">{t('ui.loading')}</span>
      <Show
        when={props.kind === 'lines'}
        fallback={<ul class="list">{<For each={rows()}>{() => <SkeletonRow />}</For>}</ul>}
      >
        <div class="stack gap-3 p-4">
          <For each={rows()}>{(_, index) => <span class={`skel ${index() % 3 === 2 ? 'w-1/3' : 'w-3/4'}`} />}</For>
        </div>
      </Show>
    </div>
  );
}

function SkeletonRow() {
  return (
    <li>
      <span class="skel box" />
      <div class="flex grow flex-col gap-2">
        <span class="skel w-1/2" />
        <span class="skel w-1/3" />
      </div>
      <span class="skel w-1/6" />
    </li>
  );
}

export type EmptyStateProps = {
  icon: Icon;
  title: string;
  /** What this place is for, or which filter leaves nothing. */
  children: JSX.Element;
  /** The next step: a button, or two. */
  actions?: JSX.Element;
};

/** An empty list says what it is for and offers the next step; a filtered one offers the way back. */
export function EmptyState(props: EmptyStateProps) {
  return (
    <div class="empty">
      <props.icon class="i-lg" />
      <p class="title">{props.title}</p>
      <p>{props.children}</p>
      <Show when={props.actions}>
        <div class="row mt-1 flex-wrap justify-center">{props.actions}</div>
      </Show>
    </div>
  );
}

/** What failed, what to do, retry, and the request id to copy. `what` names it: "The job list did not load." */
export function ErrorState(props: { what: string; error: unknown; retry?: () => void }) {
  return (
    <div class="note err" role="alert">
      <IconError />
      <div class="stack gap-2">
        <p>
          <strong>{props.what}</strong> {errorAdvice(props.error)}
        </p>
        <div class="row flex-wrap">
          <Show when={props.retry}>
            <Button size="s" icon={IconRetry} onClick={() => props.retry?.()}>
              {t('ui.try_again')}
            </Button>
          </Show>
          <Show when={props.error instanceof ApiError && props.error.requestId}>{(id) => <RequestId id={id()} />}</Show>
        </div>
      </div>
    </div>
  );
}

function RequestId(props: { id: string }) {
  const [copied, setCopied] = createSignal(false);
  const short = () => (props.id.length > 14 ? `${props.id.slice(0, 6)}…${props.id.slice(-4)}` : props.id);
  return (
    <Button
      size="s"
      look="quiet"
      icon={copied() ? IconCheck : IconCopy}
      title={props.id}
      onClick={() => void copyText(props.id).then(() => setCopied(true))}
    >
      <span class="mono" aria-hidden="true">
        req {short()}
      </span>
      <span class="vh">{t('ui.copy_request_id', { id: props.id })}</span>
    </Button>
  );
}

/** What to do about an error, in one sentence. The server's own sentence where it explains a refusal. */
export function errorAdvice(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unexpected');
  if (error.status === 0) return t('error.unreachable');
  if (error.status === 429) return tooMany(error.retryAfter ?? 60);
  if (error.status >= 500) return t('error.server', { status: error.status });
  if (error.status === 403) return t('error.forbidden');
  if (error.status === 404) return t('error.not_found');
  return error.message ? asSentence(error.message) : t('error.refused', { status: error.status });
}

type QueryLike<D> = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  data: D | undefined;
  refetch: () => unknown;
};

export type LoadedProps<D> = {
  query: QueryLike<D>;
  /** Sentence for the error: "The job list did not load." */
  failed: string;
  skeleton?: JSX.Element;
  children: (data: () => NonNullable<D>) => JSX.Element;
};

/**
 * Skeleton, error or content of a query. What was loaded stays on screen while it is read again or when that fails;
 * `query.data` is only touched when there is some, so that no page waits in a Suspense for it.
 */
export function Loaded<D>(props: LoadedProps<D>) {
  return (
    <Switch>
      <Match when={!props.query.isPending && props.query.data}>{(data) => props.children(data)}</Match>
      <Match when={props.query.isError}>
        <div class="p-4">
          <ErrorState what={props.failed} error={props.query.error} retry={() => void props.query.refetch()} />
        </div>
      </Match>
      <Match when={props.query.isPending}>{props.skeleton ?? <Skeleton />}</Match>
    </Switch>
  );
}

/** Counts as people do: nobody waits 896 seconds. */
function tooMany(seconds: number): string {
  return seconds > 90
    ? t('error.too_many_minutes', { count: Math.ceil(seconds / 60) })
    : t('error.too_many', { count: seconds });
}

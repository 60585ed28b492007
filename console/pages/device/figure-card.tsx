import { type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import type { Icon } from '../../ui/icons.ts';

type FigureCardProps = {
  icon: Icon;
  title: string;
  /** undefined or false: not known. */
  value: JSX.Element | undefined;
  /** Parts of the line below; what is not known is left out. */
  sub?: readonly (string | undefined)[];
  foot?: JSX.Element;
};

/** One figure, large, with what belongs to it. */
export function FigureCard(props: FigureCardProps) {
  const sub = () => (props.sub ?? []).filter(Boolean);
  return (
    <section class="card flex flex-col gap-1 px-4 py-3">
      <div class="row">
        <props.icon class="muted" />
        <h2 class="sm ellipsis" title={props.title}>
          {props.title}
        </h2>
      </div>
      <div class="big">
        <Show when={props.value} fallback={<span class="muted">{t('device.unknown')}</span>}>
          {/* A fragment follows the value; returned bare, the first one would stay. */}
          {(value) => <>{value()}</>}
        </Show>
      </div>
      <p class="xs muted min-h-4 break-words">{sub().join(' · ')}</p>
      <div class="mt-auto">{props.foot}</div>
    </section>
  );
}

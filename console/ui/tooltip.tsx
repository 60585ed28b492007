import type { PolymorphicProps } from '@kobalte/core/polymorphic';
import * as T from '@kobalte/core/tooltip';
import { splitProps, type ValidComponent } from 'solid-js';

type TooltipProps<E extends ValidComponent> = PolymorphicProps<E, { text: string; as?: E }>;

/**
 * A short text on hover and focus. It only ever adds to what is there: touch has no hover, so nothing may be known
 * from a tooltip alone. `as` is what it sits on, a span unless told otherwise.
 */
export function Tooltip<E extends ValidComponent = 'span'>(props: TooltipProps<E>) {
  const [own, rest] = splitProps(props as TooltipProps<ValidComponent>, ['text']);
  return (
    <T.Root openDelay={500} closeDelay={0} gutter={6}>
      <T.Trigger as="span" {...rest} />
      <T.Portal>
        <T.Content class="tip">{own.text}</T.Content>
      </T.Portal>
    </T.Root>
  );
}

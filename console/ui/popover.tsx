import * as P from '@kobalte/core/popover';
import type { JSX } from 'solid-js';

export type PopoverProps = {
  /** The accessible name of what opens. */
  label: string;
  trigger: (props: object) => JSX.Element;
  children: JSX.Element;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  placement?: 'bottom-start' | 'bottom-end';
  class?: string;
};

/** A small panel beside its button, for choices that need more than a menu. */
export function Popover(props: PopoverProps) {
  return (
    <P.Root
      gutter={4}
      placement={props.placement ?? 'bottom-start'}
      {...(props.open === undefined ? {} : { open: props.open })}
      {...(props.onOpenChange ? { onOpenChange: props.onOpenChange } : {})}
    >
      <P.Trigger as={props.trigger} />
      <P.Portal>
        <P.Content class={`pop ${props.class ?? 'pad'}`} aria-label={props.label}>
          {props.children}
        </P.Content>
      </P.Portal>
    </P.Root>
  );
}

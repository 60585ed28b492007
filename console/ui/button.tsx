import { Root } from '@kobalte/core/button';
import { type ComponentProps, type JSX, Show, splitProps } from 'solid-js';
import { type Icon, IconRunning } from './icons.ts';
import { Tooltip } from './tooltip.tsx';

/** primary: the one thing to do here · danger: destroys or stops · solid danger: only to confirm · quiet: beside others. */
export type ButtonLook = 'primary' | 'danger' | 'danger solid' | 'quiet';
type Size = 's' | 'l';

type Look = {
  look?: ButtonLook | undefined;
  size?: Size | undefined;
  full?: boolean | undefined;
  icon?: Icon | undefined;
};

export type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'class'> & {
    class?: string | undefined;
    /** True while what it started is on its way: it says so and takes no second click. */
    busy?: boolean | undefined;
    /** A toggle: pressed or not. */
    pressed?: boolean | undefined;
    /** Shown after the word, as a hint at a key. */
    keys?: JSX.Element;
  };

/** A button with a word. For a button with nothing but an icon, IconButton. */
export function Button(props: ButtonProps) {
  const [own, rest] = splitProps(props, [
    'look',
    'size',
    'full',
    'icon',
    'busy',
    'pressed',
    'keys',
    'class',
    'children',
  ]);
  return (
    <Root
      type="button"
      {...rest}
      class={classOf(own)}
      aria-pressed={own.pressed}
      aria-busy={own.busy || undefined}
      disabled={rest.disabled || own.busy}
    >
      <Glyph icon={own.busy ? IconRunning : own.icon} busy={own.busy} size={own.size} />
      {own.children}
      {own.keys}
    </Root>
  );
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'keys' | 'full'> & {
  icon: Icon;
  /** What it does: the accessible name, and the tooltip. */
  label: string;
};

/** A button that is only an icon. Its label shows as a tooltip and is its name. */
export function IconButton(props: IconButtonProps) {
  const [own, rest] = splitProps(props, ['look', 'size', 'icon', 'busy', 'pressed', 'class', 'label']);
  return (
    <Tooltip
      text={own.label}
      as={Root}
      type="button"
      {...rest}
      class={`${classOf(own)} icon`}
      aria-label={own.label}
      aria-pressed={own.pressed}
      disabled={rest.disabled || own.busy}
    >
      <Glyph icon={own.busy ? IconRunning : own.icon} busy={own.busy} size={own.size} />
    </Tooltip>
  );
}

export type LinkButtonProps = Look & Omit<ComponentProps<'a'>, 'class'> & { href: string; class?: string | undefined };

/** A link that looks like a button: it goes somewhere, can be opened in a new tab, and is announced as a link. */
export function LinkButton(props: LinkButtonProps) {
  const [own, rest] = splitProps(props, ['look', 'size', 'full', 'icon', 'class', 'children']);
  return (
    <a {...rest} class={classOf(own)}>
      <Glyph icon={own.icon} size={own.size} />
      {own.children}
    </a>
  );
}

function classOf(own: Look & { pressed?: boolean | undefined; class?: string | undefined }): string {
  const words = ['btn', own.look, own.size, own.full && 'full', own.pressed && 'pressed', own.class];
  return words.filter(Boolean).join(' ');
}

function Glyph(props: { icon: Icon | undefined; busy?: boolean | undefined; size: Size | undefined }) {
  return (
    <Show when={props.icon} keyed>
      {(Shape) => <Shape class={`${props.size === 's' ? 'i-sm' : ''} ${props.busy ? 'spin' : ''}`} />}
    </Show>
  );
}

import { type ComponentProps, splitProps } from 'solid-js';

/** A named box that scrolls. It takes the focus, so that it can be scrolled without a mouse (WCAG 2.1.1). */
export function ScrollBox(props: ComponentProps<'section'> & { label: string }) {
  const [own, rest] = splitProps(props, ['label']);
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <section {...rest} tabIndex={0} aria-label={own.label} />;
}

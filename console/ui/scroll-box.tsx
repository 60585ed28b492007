import { type ComponentProps, splitProps } from 'solid-js';

/** A named box that scrolls. It takes the focus, so that it can be scrolled without a mouse (WCAG 2.1.1). */
export function ScrollBox(props: ComponentProps<'div'> & { label: string }) {
  const [own, rest] = splitProps(props, ['label']);
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be one more landmark
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <div {...rest} role="group" tabIndex={0} aria-label={own.label} />;
}

import * as T from '@kobalte/core/toast';
import { Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Button, IconButton, LinkButton } from './button.tsx';
import { type Icon, IconClose, IconError, IconOk } from './icons.ts';

export type ToastOptions = {
  icon?: Icon;
  /** What can be done about it now: take it back, or go to what came of it. Offered for eight seconds. */
  action?: ToastAction;
  look?: 'err';
};

export type ToastAction = { label: string } & ({ run: () => void } | { href: string });

const TOAST_MS = 8000;

/** Says that something happened: "Silenced for 4 h", with Undo where that is possible, or a way to the result. */
export function toast(text: string, options: ToastOptions = {}): void {
  const Shape = options.icon ?? (options.look === 'err' ? IconError : IconOk);
  T.toaster.show((shown) => {
    const dismiss = () => T.toaster.dismiss(shown.toastId);
    return (
      <T.Root
        as="div"
        toastId={shown.toastId}
        class="toast"
        duration={TOAST_MS}
        translations={{ close: t('ui.dismiss') }}
      >
        <Shape class={options.look ?? ''} />
        <T.Title as="span" class="grow">
          {text}
        </T.Title>
        <Show when={options.action}>{(action) => <Action action={action()} onUsed={dismiss} />}</Show>
        <IconButton size="s" look="quiet" icon={IconClose} label={t('ui.dismiss')} onClick={dismiss} />
      </T.Root>
    );
  });
}

function Action(props: { action: ToastAction; onUsed: () => void }) {
  const { action } = props;
  if ('href' in action)
    return (
      <LinkButton size="s" href={action.href} onClick={() => props.onUsed()}>
        {action.label}
      </LinkButton>
    );
  const use = () => {
    action.run();
    props.onUsed();
  };
  return (
    <Button size="s" onClick={use}>
      {action.label}
    </Button>
  );
}

/** Takes every toast away: they speak to whoever was signed in. */
export function clearToasts(): void {
  T.toaster.clear();
}

/** Where toasts appear; once, in the app. They wait while the pointer or the focus is on them. */
export function ToastRegion() {
  return (
    <T.Region limit={3} pauseOnInteraction pauseOnPageIdle aria-label={t('ui.notifications', { hotkey: 'Alt T' })}>
      <T.List as="div" class="toasts" />
    </T.Region>
  );
}

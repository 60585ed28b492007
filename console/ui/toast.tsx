import * as T from '@kobalte/core/toast';
import { Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Button, IconButton } from './button.tsx';
import { type Icon, IconClose, IconError, IconOk } from './icons.ts';

export type ToastOptions = {
  icon?: Icon;
  /** Takes back what just happened; offered for eight seconds. */
  undo?: () => void;
  look?: 'err';
};

const TOAST_MS = 8000;

/** Says that something happened: "Silenced for 4 h", with Undo where that is possible. */
export function toast(text: string, options: ToastOptions = {}): void {
  const Shape = options.icon ?? (options.look === 'err' ? IconError : IconOk);
  T.toaster.show((shown) => {
    const dismiss = () => T.toaster.dismiss(shown.toastId);
    const undo = () => {
      options.undo?.();
      dismiss();
    };
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
        <Show when={options.undo}>
          <Button size="s" onClick={undo}>
            {t('ui.undo')}
          </Button>
        </Show>
        <IconButton size="s" look="quiet" icon={IconClose} label={t('ui.dismiss')} onClick={dismiss} />
      </T.Root>
    );
  });
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

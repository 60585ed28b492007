import * as A from '@kobalte/core/alert-dialog';
import * as D from '@kobalte/core/dialog';
import { createMemo, createSignal, type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Button, type ButtonLook, IconButton } from './button.tsx';
import { TextField } from './field.tsx';
import { createFocusReturn } from './focus.ts';
import { IconClose } from './icons.ts';
import { UNTYPED_LIMIT } from './untyped-limit.ts';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  wide?: boolean;
  children: JSX.Element;
  /** Buttons at the foot, the main one last. */
  foot?: JSX.Element;
};

/** A dialog over the page; focus stays in it and returns. Never a second one over it. */
export function Dialog(props: DialogProps) {
  let content!: HTMLDivElement;
  const focus = createFocusReturn();
  // To the first field, else to the dialog itself; the close button in the corner is nobody's first wish.
  const focusFirst = (event: Event) => {
    event.preventDefault();
    focus.keep();
    const field = content.querySelector<HTMLElement>('.dialog-body :is(input, textarea, select, [role="combobox"])');
    (field ?? content).focus();
  };
  return (
    <D.Root open={props.open} onOpenChange={props.onOpenChange}>
      <D.Portal>
        <D.Overlay class="scrim" />
        <div class="dialog-place">
          <D.Content
            class={`dialog ${props.wide ? 'wide' : ''}`}
            ref={content}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={focus.giveBack}
          >
            <header>
              <D.Title>{props.title}</D.Title>
              <IconButton
                icon={IconClose}
                label={t('ui.close')}
                look="quiet"
                onClick={() => props.onOpenChange(false)}
              />
            </header>
            <div class="dialog-body">{props.children}</div>
            <Show when={props.foot}>
              <div class="dialog-foot">{props.foot}</div>
            </Show>
          </D.Content>
        </div>
      </D.Portal>
    </D.Root>
  );
}

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the act and its target: "Delete 12 devices?" */
  title: string;
  /** The verb of the button: "Delete 12 devices". */
  action: string;
  /** The way back, where “Cancel” could be taken for the act itself. */
  back?: string;
  look?: ButtonLook;
  /** How many it reaches. Above ten the operator types the number before the button works. */
  count?: number;
  busy?: boolean;
  /** Not to be confirmed now; the children say why. */
  disabled?: boolean;
  /** May reject: the dialog stays open then, and the caller shows the error in it. */
  onConfirm: () => void;
  /** What happens and to whom: names the targets. */
  children: JSX.Element;
};

/** Asks before something destructive or wide. Escape and Cancel change nothing; focus starts on the safe side. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [typed, setTyped] = createSignal('');
  const focus = createFocusReturn();
  const counted = () => (props.count ?? 0) > UNTYPED_LIMIT;
  const ready = createMemo(() => !props.disabled && (!counted() || typed().trim() === String(props.count)));
  const close = (open: boolean) => {
    setTyped('');
    props.onOpenChange(open);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ready() && !props.busy) props.onConfirm();
  };
  return (
    <A.Root open={props.open} onOpenChange={close}>
      <A.Portal>
        <A.Overlay class="scrim" />
        <div class="dialog-place">
          <A.Content class="dialog" onOpenAutoFocus={focus.keep} onCloseAutoFocus={focus.giveBack}>
            <header>
              <A.Title>{props.title}</A.Title>
            </header>
            <form onSubmit={submit}>
              <div class="dialog-body">
                <A.Description as="div" class="stack">
                  {props.children}
                </A.Description>
                <Show when={counted()}>
                  <CountField count={props.count ?? 0} value={typed()} onChange={setTyped} />
                </Show>
              </div>
              <div class="dialog-foot">
                <Button onClick={() => close(false)}>{props.back ?? t('ui.cancel')}</Button>
                <Button type="submit" look={props.look ?? 'danger solid'} disabled={!ready()} busy={props.busy}>
                  {props.action}
                </Button>
              </div>
            </form>
          </A.Content>
        </div>
      </A.Portal>
    </A.Root>
  );
}

type CountFieldProps = {
  count: number;
  value: string;
  onChange: (value: string) => void;
  label?: string;
  /** Why it is asked for, beside the label. */
  aside?: JSX.Element;
  ref?: (element: HTMLInputElement) => void;
};

/** The field in which an operator types how many devices an act reaches; also where approvals are decided. */
export function CountField(props: CountFieldProps) {
  return (
    <TextField
      label={props.label ?? t('ui.type_count', { count: props.count })}
      aside={props.aside}
      value={props.value}
      onChange={props.onChange}
      input={{ ref: props.ref, inputmode: 'numeric', autocomplete: 'off', spellcheck: false }}
    />
  );
}

import { type JSX, Show } from 'solid-js';
import type { Icon } from './icons.ts';

/** ok green · warn amber · err red · ask violet: waits for a person · run petrol: going on · idle grey. */
export type Tone = 'ok' | 'warn' | 'err' | 'ask' | 'run' | 'idle' | 'plain';

/** How a status looks: always icon, word and colour together. One table per noun, beside its pages. */
export type StatusLook = { tone: Tone; word: string; icon: Icon | 'dot' | 'ring'; spin?: boolean };

type StatusProps = StatusLook & { class?: string };

/** A status in a line of text or a table cell. */
export function StatusWord(props: StatusProps) {
  return (
    <span class={`st ${props.tone} ${props.class ?? ''}`}>
      <Shape {...props} />
      {props.word}
    </span>
  );
}

/** The same as a pill, beside a title. */
export function Badge(props: StatusProps) {
  return (
    <span class={`badge ${props.tone} ${props.class ?? ''}`}>
      <Shape {...props} />
      {props.word}
    </span>
  );
}

function Shape(props: StatusLook) {
  const drawn = () => (typeof props.icon === 'string' ? undefined : props.icon);
  return (
    <Show when={drawn()} keyed fallback={<span class={`dot ${props.icon === 'ring' ? 'hollow' : ''}`} />}>
      {(Drawn) => <Drawn class={`i-sm ${props.spin ? 'spin' : ''}`} />}
    </Show>
  );
}

/** A word that classifies: a device's tag, a source. `ai` marks what came from an AI application. */
export function Tag(props: { children: JSX.Element; icon?: Icon; look?: 'ai' }) {
  return (
    <span class={`tag ${props.look ?? ''}`}>
      <Show when={props.icon} keyed>
        {(Drawn) => <Drawn class="i-sm" />}
      </Show>
      {props.children}
    </span>
  );
}

/** A number behind a word. `label` says what is counted: "5 waiting". */
export function Count(props: { value: number; label: string; look?: 'ask' | 'err' }) {
  return (
    <span class={`count ${props.look ?? ''}`}>
      <span aria-hidden="true">{props.value > 999 ? '999+' : props.value}</span>
      <span class="vh">{props.label}</span>
    </span>
  );
}

/** A boxed remark. `err` is announced at once; the others are part of the page. */
export function Note(props: { icon: Icon; look?: 'warn' | 'err' | 'ok'; children: JSX.Element }) {
  return (
    <div class={`note ${props.look ?? ''}`} role={props.look === 'err' ? 'alert' : undefined}>
      <props.icon />
      <div>{props.children}</div>
    </div>
  );
}

/** Where a text below came from, when Muster did not write it: "Written by Claude. Muster has not checked it." */
export function From(props: { icon: Icon; children: JSX.Element }) {
  return (
    <span class="from">
      <props.icon class="i-sm" />
      {props.children}
    </span>
  );
}

/** Foreign words, as text and set apart. */
export function Quote(props: { children: string }) {
  return <blockquote class="quote">{props.children}</blockquote>;
}

export function Kbd(props: { children: JSX.Element }) {
  return <kbd class="kbd">{props.children}</kbd>;
}

/** Ctrl or ⌘, as this keyboard has it. */
export const modKey = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl ';

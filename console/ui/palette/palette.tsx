import * as D from '@kobalte/core/dialog';
import { createEffect, createMemo, createSignal, createUniqueId, For, on, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { type Icon, IconEnter, IconSearch } from '../icons.ts';
import { Kbd } from '../status.tsx';
import { type Command, filterCommands, grouped, highlightParts } from './commands.ts';
import { createSearch, type PaletteSearch } from './search.ts';

export type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What can be done from here: pages to go to, acts. Filtered here by what is typed. */
  commands: readonly Command<Icon>[];
  /** Looks up things on the server; called while typing, and aborted by the next letter. */
  search?: PaletteSearch<Icon>;
};

/**
 * Search and commands on one field (Ctrl-K). Arrows move, Enter runs, Tab narrows to the commands on the highlighted
 * thing, `>` means commands only, `@` companies. Focus returns to where it was.
 */
export function Palette(props: PaletteProps) {
  return (
    <D.Root open={props.open} onOpenChange={props.onOpenChange}>
      <D.Portal>
        <D.Overlay class="scrim" />
        <div class="dialog-place">
          <D.Content class="palette" aria-label={t('palette.title')}>
            <PaletteBody {...props} />
          </D.Content>
        </div>
      </D.Portal>
    </D.Root>
  );
}

function PaletteBody(props: PaletteProps) {
  const id = createUniqueId();
  const [text, setText] = createSignal('');
  const [subject, setSubject] = createSignal<Command<Icon> | undefined>();
  const [active, setActive] = createSignal(0);
  const found = createSearch(text, () => (subject() ? undefined : props.search));
  const options = createMemo(() => {
    const on_ = subject();
    if (on_) return filterCommands(on_.commands ?? [], text());
    const own = filterCommands(props.commands, text().replace(/^>/, ''), text().startsWith('@'));
    return grouped([...found.results(), ...own]).flatMap((group) => group.commands.map((entry) => entry.command));
  });
  createEffect(on(options, () => setActive(0)));
  const optionId = (index: number) => `${id}-${index}`;
  createEffect(() => document.getElementById(optionId(active()))?.scrollIntoView({ block: 'nearest' }));

  function run(command: Command<Icon> | undefined) {
    if (!command) return;
    props.onOpenChange(false);
    command.run();
  }
  function enter(command: Command<Icon> | undefined) {
    if (!command?.commands?.length) return;
    setSubject(command);
    setText('');
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = options().length - 1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((now) => (now + step + last + 1) % Math.max(1, last + 1));
    else if (event.key === 'Enter') run(options()[active()]);
    else if (event.key === 'Tab' && !event.shiftKey && options()[active()]?.commands) enter(options()[active()]);
    else if (event.key === 'Backspace' && text() === '' && subject()) setSubject(undefined);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div class="palette-in">
        <IconSearch class="i-lg" />
        <Show when={subject()}>{(chosen) => <span class="tag">{chosen().label}</span>}</Show>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={options().length > 0 ? optionId(active()) : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          autocomplete="off"
          spellcheck={false}
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div class="palette-list" id={`${id}-list`} role="listbox" aria-label={t('palette.results')}>
        <For each={grouped(options())}>
          {(group) => (
            // biome-ignore lint/a11y/useSemanticElements: groups of options in a listbox (ARIA 1.2)
            <div role="group" aria-label={group.name}>
              <div class="group-name" aria-hidden="true">
                {group.name}
              </div>
              <For each={group.commands}>
                {({ command, index }) => (
                  <PaletteOption
                    id={optionId(index)}
                    command={command}
                    query={text()}
                    selected={active() === index}
                    onHover={() => setActive(index)}
                    onRun={() => run(command)}
                  />
                )}
              </For>
            </div>
          )}
        </For>
      </div>
      <p class="muted sm px-4 pb-3" role="status">
        {options().length > 0
          ? ''
          : found.searching()
            ? t('palette.searching')
            : found.failed()
              ? t('palette.failed')
              : t('palette.nothing')}
      </p>
      <PaletteKeys />
    </>
  );
}

type OptionProps = {
  id: string;
  command: Command<Icon>;
  query: string;
  selected: boolean;
  onHover: () => void;
  onRun: () => void;
};

function PaletteOption(props: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's (aria-activedescendant)
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div
      id={props.id}
      class="opt"
      role="option"
      aria-selected={props.selected}
      onPointerMove={props.onHover}
      onClick={props.onRun}
    >
      <props.command.icon />
      <span class="grow ellipsis">
        <b>
          <For each={highlightParts(props.command.label, props.query)}>
            {(part) => (part.match ? <mark>{part.text}</mark> : part.text)}
          </For>
        </b>{' '}
        <span class="muted">{props.command.hint}</span>
      </span>
      <span class="end">
        {props.command.end?.()}
        <Show when={props.command.keys}>{(keys) => <Kbd>{keys()}</Kbd>}</Show>
        <Show when={props.selected}>
          <Kbd>
            <IconEnter class="i-sm" />
          </Kbd>
        </Show>
      </span>
    </div>
  );
}

function PaletteKeys() {
  return (
    <div class="palette-foot" aria-hidden="true">
      <span>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {t('palette.key_move')}
      </span>
      <span>
        <Kbd>↵</Kbd>
        {t('palette.key_open')}
      </span>
      <span>
        <Kbd>Tab</Kbd>
        {t('palette.key_commands')}
      </span>
      <span class="ml-auto">
        <Kbd>&gt;</Kbd>
        {t('palette.key_only')}
      </span>
      <span>
        <Kbd>@</Kbd>
        {t('palette.key_companies')}
      </span>
    </div>
  );
}

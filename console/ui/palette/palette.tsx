import * as D from '@kobalte/core/dialog';
import { createEffect, createUniqueId, For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { type Icon, IconEnter, IconSearch } from '../icons.ts';
import { Kbd } from '../status.tsx';
import { type Command, grouped, highlightParts } from './commands.ts';
import { createPaletteModel } from './model.ts';
import type { PaletteSearch } from './search.ts';

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
  const palette = createPaletteModel(props);
  const optionId = (index: number) => `${id}-${index}`;
  createEffect(() => document.getElementById(optionId(palette.active()))?.scrollIntoView({ block: 'nearest' }));
  const remark = () => {
    if (palette.options().length > 0) return '';
    if (palette.found.searching()) return t('palette.searching');
    return palette.found.failed() ? t('palette.failed') : t('palette.nothing');
  };
  return (
    <>
      <div class="palette-in">
        <IconSearch class="i-lg" />
        <Show when={palette.subject()}>{(chosen) => <span class="tag">{chosen().label}</span>}</Show>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={palette.options().length > 0 ? optionId(palette.active()) : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          autocomplete="off"
          spellcheck={false}
          value={palette.text()}
          onInput={(event) => palette.setText(event.currentTarget.value)}
          onKeyDown={palette.onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <PaletteList palette={palette} listId={`${id}-list`} optionId={optionId} />
      <p class="muted sm px-4 pb-3" role="status">
        {remark()}
      </p>
      <PaletteKeys />
    </>
  );
}

type ListProps = {
  palette: ReturnType<typeof createPaletteModel>;
  listId: string;
  optionId: (index: number) => string;
};

function PaletteList(props: ListProps) {
  return (
    <div class="palette-list" id={props.listId} role="listbox" aria-label={t('palette.results')}>
      <For each={grouped(props.palette.options())}>
        {(group) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of options in a listbox (ARIA 1.2)
          <div role="group" aria-label={group.name}>
            <div class="group-name" aria-hidden="true">
              {group.name}
            </div>
            <For each={group.commands}>
              {({ command, index }) => (
                <PaletteOption
                  id={props.optionId(index)}
                  command={command}
                  query={props.palette.text()}
                  selected={props.palette.active() === index}
                  onHover={() => props.palette.setActive(index)}
                  onRun={() => props.palette.run(command)}
                />
              )}
            </For>
          </div>
        )}
      </For>
    </div>
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

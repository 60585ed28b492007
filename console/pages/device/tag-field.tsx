import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { FieldError } from '../../ui/field.tsx';
import { IconClose } from '../../ui/icons.ts';

type TagFieldProps = {
  label: string;
  hint: string;
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
  error?: string | undefined;
};

/** As the server keeps them: lower-case, sorted, each once, at most this long. */
const TAG_MAX = 50;

/** Tags as chips in a field: Enter or a comma adds what is typed, Backspace takes the last one back. */
export function TagField(props: TagFieldProps) {
  const id = createUniqueId();
  const [text, setText] = createSignal('');
  let input!: HTMLInputElement;
  function add(typed: string) {
    const fresh = typed
      .split(',')
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean);
    if (fresh.length > 0) props.onChange([...new Set([...props.tags, ...fresh])].sort());
    setText('');
    input.value = '';
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && text().trim() !== '') {
      event.preventDefault();
      add(text());
    } else if (event.key === 'Backspace' && text() === '') {
      props.onChange(props.tags.slice(0, -1));
    }
  }
  function remove(tag: string) {
    props.onChange(props.tags.filter((other) => other !== tag));
    input.focus();
  }
  return (
    <div class="field">
      <label class="label" for={id}>
        {props.label} <span class="opt-word">{t('ui.optional')}</span>
      </label>
      <div class="input tags">
        <Chips tags={props.tags} onRemove={remove} />
        <input
          ref={input}
          id={id}
          maxLength={TAG_MAX}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          aria-invalid={props.error !== undefined}
          onInput={({ currentTarget: { value } }) => (value.includes(',') ? add(value) : setText(value))}
          onKeyDown={onKeyDown}
          onBlur={() => add(text())}
        />
      </div>
      <Below id={`${id}-hint`} {...props} />
    </div>
  );
}

function Chips(props: { tags: readonly string[]; onRemove: (tag: string) => void }) {
  return (
    <For each={props.tags}>
      {(tag) => (
        <span class="tag">
          {tag}
          <button type="button" aria-label={t('device.tag_remove', { tag })} onClick={() => props.onRemove(tag)}>
            <IconClose class="i-sm" />
          </button>
        </span>
      )}
    </For>
  );
}

function Below(props: { id: string; hint: string; error?: string | undefined }) {
  return (
    <div id={props.id}>
      <Show when={props.error} fallback={<p class="hint">{props.hint}</p>}>
        <p class="field-error">
          <FieldError text={props.error} />
        </p>
      </Show>
    </div>
  );
}

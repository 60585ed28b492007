import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { languageOf } from './languages.ts';
import { look } from './look.ts';
import { phrases } from './phrases.ts';

export type EditorOptions = {
  value: string;
  shell: string;
  label: string;
  /** How to leave it with the keyboard. */
  description: string;
  onChange: (value: string) => void;
};

export type Editor = {
  setValue: (value: string) => void;
  setShell: (shell: string) => void;
  focus: () => void;
  destroy: () => void;
};

/**
 * CodeMirror in a shadow root of the host: there it keeps its styles in adopted sheets, while in a document it writes a
 * style element, which the CSP refuses (style-mod, StyleSet). Tab indents; Escape first, and it leaves (CodeMirror, Tab handling).
 */
export function createEditor(host: HTMLElement, options: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const language = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.value,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars({ addSpecialChars: HIDDEN }),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.phrases.of(phrases()),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-description': options.description,
          spellcheck: 'false',
          autocapitalize: 'off',
          // An editable text takes the focus without it; axe looks for it inside what scrolls.
          tabindex: '0',
        }),
        keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        language.of([]),
        look,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some(isOurs)) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  let alive = true;
  const setShell = (shell: string) =>
    void languageOf(shell).then((extension) => {
      if (alive) view.dispatch({ effects: language.reconfigure(extension) });
    });
  setShell(options.shell);
  return {
    setShell,
    setValue(value) {
      if (value === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: value },
        annotations: Transaction.userEvent.of(FROM_OUTSIDE),
      });
    },
    focus: () => view.focus(),
    destroy() {
      alive = false;
      view.destroy();
    },
  };
}

const FROM_OUTSIDE = 'set';
const isOurs = (transaction: Transaction) => transaction.isUserEvent(FROM_OUTSIDE);

/** What hides or reorders text beyond CodeMirror's own list: tags, variation selectors, fillers, embeddings (UAX 9, UTS 39). */
const HIDDEN = /[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f]|[\u115f\u1160\u202a-\u202c\u2068\u3164\uffa0]/gu;

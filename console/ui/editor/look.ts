import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours by the tokens alone, so that both themes hold here too. Custom properties reach into a shadow root. */
const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--r)',
    backgroundColor: 'var(--code-bg)',
    color: 'var(--text)',
    fontSize: '12px',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px', borderColor: 'transparent' },
  '&.cm-readonly': { borderColor: 'var(--border)' },
  '.cm-scroller': {
    minHeight: '240px',
    maxHeight: '65vh',
    overflow: 'auto',
    borderRadius: 'var(--r)',
    fontFamily: 'var(--mono)',
    lineHeight: '20px',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 10px' },
  '.cm-gutters': { border: '0', backgroundColor: 'var(--code-bg)', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '38px', padding: '0 8px' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--accent-border)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--accent)',
  },
  '.cm-specialChar': { color: 'var(--warn)', backgroundColor: 'var(--warn-bg)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-bg)', outline: '1px solid var(--warn-border)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--warn-border)' },
  '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--text)', fontFamily: 'var(--font)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-panel.cm-search': { padding: '8px 28px 8px 10px', fontSize: '12px' },
  '.cm-textfield': {
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--r-sm)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '12px',
  },
  '.cm-button': {
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--r-sm)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    fontSize: '12px',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text)', cursor: 'pointer' },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword, tags.moduleKeyword], color: 'var(--code-kw)' },
  { tag: [tags.standard(tags.variableName), tags.standard(tags.name)], color: 'var(--code-kw)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-str)' },
  { tag: [tags.definition(tags.variableName), tags.special(tags.variableName)], color: 'var(--code-var)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-var)' },
  { tag: [tags.comment, tags.meta], color: 'var(--code-com)' },
]);

export const look = [theme, syntaxHighlighting(colours)];

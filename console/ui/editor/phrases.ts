import { type Label, t } from '../../i18n/index.ts';

/** What CodeMirror says, in its own words (@codemirror/search, @codemirror/view). */
const labels: Record<string, Label> = {
  Find: 'editor.find',
  Replace: 'editor.replace_with',
  next: 'editor.next',
  previous: 'editor.previous',
  all: 'editor.all',
  'match case': 'editor.match_case',
  'by word': 'editor.by_word',
  regexp: 'editor.regexp',
  replace: 'editor.replace',
  'replace all': 'editor.replace_all',
  close: 'editor.close',
  'Go to line': 'editor.go_to_line',
  go: 'editor.go',
};

export const phrases = (): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([phrase, label]) => [phrase, t(label)]));

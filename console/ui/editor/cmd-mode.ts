import type { StreamParser } from '@codemirror/language';

const WORDS =
  /^(call|cd|chdir|choice|cls|copy|del|dir|do|echo|else|endlocal|erase|errorlevel|exist|exit|for|goto|if|in|md|mkdir|move|not|pause|popd|pushd|rd|ren|rename|rmdir|set|setlocal|shift|start|title|type)\b/i;

/** Batch files of Windows, which no package has: comments, strings, variables and the words of the interpreter. */
export const cmdMode: StreamParser<unknown> = {
  name: 'cmd',
  languageData: { commentTokens: { line: 'rem' } },
  token(stream) {
    if (stream.sol() && stream.match(/^\s*@?(rem\b|::).*/i)) return 'comment';
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^(%[^%\s]+%|%%?~?[\w*]+|![^!\s]+!)/)) return 'variableName.special';
    if (stream.match(WORDS)) return 'keyword';
    if (!stream.match(/^[\w.-]+/)) stream.next();
    return null;
  },
};

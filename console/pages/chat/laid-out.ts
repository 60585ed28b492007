const OPENS = '{[';
const CLOSES = '}]';

/** Where a string of JSON ends, or the text does; `from` is behind its opening quote. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/**
 * JSON with a line for each of its parts, also JSON that was cut off, which JSON.parse would not take; anything else as it
 * came. No character of it changes but the white space between its parts.
 */
export function laidOut(text: string): string {
  if (!OPENS.includes(text.trimStart()[0] ?? ' ')) return text;
  let drawn = '';
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(Math.min(depth, 20))}`;
  for (let at = 0; at < text.length; ) {
    const one = text[at] ?? '';
    let end = at + 1;
    if (one === '"') {
      end = endOfString(text, end);
      drawn += text.slice(at, end);
    } else if (OPENS.includes(one)) {
      const close = /^[{[]\s*[}\]]/.exec(text.slice(at, at + 100))?.[0];
      if (close !== undefined) {
        drawn += close;
        end = at + close.length;
      } else {
        depth += 1;
        drawn += one + newLine();
      }
    } else if (CLOSES.includes(one)) {
      depth = Math.max(0, depth - 1);
      drawn += newLine() + one;
    } else if (one === ',') drawn += one + newLine();
    else if (one === ':') drawn += ': ';
    else if (one.trim() !== '') drawn += one;
    at = end;
  }
  return drawn;
}

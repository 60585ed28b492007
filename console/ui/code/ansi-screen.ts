import { createAnsiReader } from './ansi.ts';
import { visiblePieces } from './visible.ts';

/** Lines in one block: the browser lays out a block again when text is appended to it, not those before. */
const BLOCK_LINES = 200;

export type AnsiScreen = { write: (chunk: string) => void; lines: () => number };

/**
 * Draws job output into an element, chunk by chunk, with text nodes and spans only. A carriage return starts its line
 * over, as progress bars expect; characters that hide are drawn.
 */
export function createAnsiScreen(into: HTMLElement): AnsiScreen {
  const read = createAnsiReader();
  let block = document.createElement('div');
  let line: Node[] = [];
  let lines = 0;
  let startOver = false;
  into.replaceChildren(block);

  function put(node: Node) {
    if (startOver) clearLine();
    block.append(node);
    line.push(node);
  }

  function clearLine() {
    for (const node of line) node.parentNode?.removeChild(node);
    line = [];
    startOver = false;
  }

  function newline() {
    startOver = false;
    // Into the text before it: output of a million empty lines must not become a million nodes.
    const last = block.lastChild;
    if (last instanceof Text) last.appendData('\n');
    else block.append('\n');
    line = [];
    lines += 1;
    if (lines % BLOCK_LINES > 0) return;
    block = document.createElement('div');
    into.append(block);
  }

  function back() {
    const last = line.at(-1);
    if (last?.textContent) last.textContent = last.textContent.slice(0, -1);
  }

  return {
    write(chunk) {
      for (const step of read(chunk)) {
        if (step.kind === 'text') for (const node of nodesOf(step.text, step.look)) put(node);
        else if (step.kind === 'newline') newline();
        else if (step.kind === 'return') startOver = true;
        else back();
      }
    },
    lines: () => lines + (line.length > 0 ? 1 : 0),
  };
}

function nodesOf(text: string, look: string): Node[] {
  return visiblePieces(text).map((piece) => {
    if ('text' in piece && look === '') return document.createTextNode(piece.text);
    const span = document.createElement('span');
    span.className = 'text' in piece ? look : 'hidden-char';
    span.textContent = 'text' in piece ? piece.text : piece.hidden;
    return span;
  });
}

import { createMemo, createSignal, For, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { type DiffLine, diffLines, folded } from './diff.ts';
import { tokens } from './highlight.ts';
import { createPart, MoreRow } from './part.tsx';
import { joinedLines, linesOf, type VisiblePiece, visibleLines, visiblePieces } from './visible.ts';

type Marks = {
  /** Shell of the script, for light colouring: bash, sh, powershell, cmd, python. */
  shell?: string;
  /** What stands at the end of a line of the new text: a risk flag. A line with one is marked at its side. */
  flag?: (line: number) => JSX.Element | undefined;
  /** Gives line n the id `<anchor>n`, so that `#<anchor>10` leads to it. */
  anchor?: string;
  /** Names it for assistive technology: "Script". */
  label: string;
};

/** A script with line numbers. It wraps, so that nothing hides to the right, and draws what does not print. */
export function CodeBlock(props: Marks & { text: string }) {
  const part = createPart(() => linesOf(props.text));
  return (
    <ScrollBox class="code py-2" label={props.label}>
      <table>
        <tbody>
          <For each={part.shown()}>
            {(text, index) => (
              <tr id={idOf(props.anchor, index() + 1)} class={props.flag?.(index() + 1) ? 'risk' : ''}>
                <td class="ln">{index() + 1}</td>
                <LineText text={text} shell={props.shell} />
                <Show when={props.flag}>
                  <td class="fl">{props.flag?.(index() + 1)}</td>
                </Show>
              </tr>
            )}
          </For>
          <MoreRow part={part} />
        </tbody>
      </table>
    </ScrollBox>
  );
}

export type DiffViewProps = Marks & {
  before: string;
  after: string;
  /** Unchanged lines around a change; longer stretches fold. Left out, all lines show. */
  context?: number;
};

/** What changed between two texts, line by line, with old and new numbers; signs as well as colours. */
export function DiffView(props: DiffViewProps) {
  const lines = createMemo(() => diffLines(linesOf(props.before), linesOf(props.after)));
  const [opened, setOpened] = createSignal<ReadonlySet<number>>(new Set());
  const rows = createMemo(() =>
    props.context === undefined
      ? lines().map((line) => ({ line }))
      : folded(lines(), props.context).flatMap((row) =>
          'fold' in row && opened().has(row.from)
            ? lines()
                .slice(row.from, row.from + row.fold)
                .map((line) => ({ line }))
            : [row],
        ),
  );
  const part = createPart(rows);
  return (
    <ScrollBox class="code" label={props.label}>
      <table>
        <tbody>
          <For each={part.shown()}>
            {(row) =>
              'line' in row ? (
                <DiffLineRow line={row.line} marks={props} />
              ) : (
                <FoldRow count={row.fold} onOpen={() => setOpened(new Set([...opened(), row.from]))} />
              )
            }
          </For>
          <MoreRow part={part} />
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** How many lines were added and removed, for the head of the card: +11 −3. */
export function diffCounts(before: string, after: string): { added: number; removed: number } {
  const lines = diffLines(linesOf(before), linesOf(after));
  return {
    added: lines.filter((line) => line.kind === 'add').length,
    removed: lines.filter((line) => line.kind === 'del').length,
  };
}

const SIGNS = { add: '+', del: '−', same: '' };

function DiffLineRow(props: { line: DiffLine; marks: Marks }) {
  const flag = () => (props.line.new === undefined ? undefined : props.marks.flag?.(props.line.new));
  const kind = props.line.kind === 'same' ? '' : props.line.kind;
  return (
    <tr id={idOf(props.marks.anchor, props.line.new)} class={`${kind} ${flag() ? 'risk' : ''}`}>
      <td class="ln old">{props.line.old}</td>
      <td class="ln">{props.line.new}</td>
      <td class="sg">
        <span class="vh">{props.line.kind === 'same' ? '' : t(`diff.${props.line.kind}`)}</span>
        <span aria-hidden="true">{SIGNS[props.line.kind]}</span>
      </td>
      <LineText text={props.line.text} shell={props.marks.shell} />
      <td class="fl">{flag()}</td>
    </tr>
  );
}

function FoldRow(props: { count: number; onOpen: () => void }) {
  return (
    <tr class="hunk">
      <td class="ln old" />
      <td class="ln" />
      <td class="sg" />
      <td class="cd" colSpan={2}>
        <button type="button" class="link" onClick={() => props.onOpen()}>
          {t('diff.unchanged', { count: props.count })}
        </button>
      </td>
    </tr>
  );
}

function LineText(props: { text: string; shell: string | undefined }) {
  return (
    <td class="cd">
      <For each={tokens(props.text, props.shell)}>
        {(token) => (
          <span class={token.kind ? `code-${token.kind}` : undefined}>
            <VisibleText text={token.text} />
          </span>
        )}
      </For>
    </td>
  );
}

/** Foreign text on one line, with hidden characters drawn; for hostnames, file names and messages as well. */
export function VisibleText(props: { text: string }) {
  return <Pieces pieces={visiblePieces(props.text)} />;
}

/** What a check or a script said, where there is room for one line. In names a line break is marked: <VisibleText>. */
export function OutputLine(props: { text: string }) {
  return <VisibleText text={joinedLines(props.text)} />;
}

/** The same on a page of its own: line by line. */
export function OutputLines(props: { text: string }) {
  return (
    <span class="whitespace-pre-wrap wrap-anywhere">
      <Pieces pieces={visibleLines(props.text)} />
    </span>
  );
}

function Pieces(props: { pieces: readonly VisiblePiece[] }) {
  return (
    <For each={props.pieces}>
      {(piece) =>
        'text' in piece ? (
          piece.text
        ) : (
          <span class="hidden-char" title={t('code.hidden', { name: piece.hidden })}>
            {piece.hidden}
          </span>
        )
      }
    </For>
  );
}

function idOf(anchor: string | undefined, line: number | undefined): string | undefined {
  return anchor !== undefined && line !== undefined ? `${anchor}${line}` : undefined;
}

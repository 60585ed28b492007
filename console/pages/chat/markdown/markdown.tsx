import { createMemo, For, type JSX, Show } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { t } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';
import { CodeBlock, VisibleText } from '../../../ui/code/code.tsx';
import { createCopy } from '../../../ui/copy.tsx';
import { IconCheck, IconCopy, IconExternal } from '../../../ui/icons.ts';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { type Block, parseBlocks } from './blocks.ts';
import { type Inline, parseInline } from './inline.ts';

/**
 * What an AI wrote, as elements and text nodes. Blocks that stay the same while it writes on stay in place, so that nothing
 * flickers and a selection above holds.
 */
export function Markdown(props: { text: string }) {
  const blocks = createMemo<readonly Block[]>((before) => kept(before, parseBlocks(props.text)), []);
  return (
    <div class="md">
      <Blocks blocks={blocks()} />
    </div>
  );
}

function kept(before: readonly Block[], now: readonly Block[]): readonly Block[] {
  return now.map((block, index) => {
    const old = before[index];
    return old && JSON.stringify(old) === JSON.stringify(block) ? old : block;
  });
}

function Blocks(props: { blocks: readonly Block[] }) {
  return <For each={props.blocks}>{(block) => drawn(block)}</For>;
}

function drawn(block: Block): JSX.Element {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
    case 'heading':
      return (
        <Dynamic component={block.level <= 2 ? 'h3' : 'h4'}>
          <Words text={block.text} />
        </Dynamic>
      );
    case 'code':
      return <Code {...block} />;
    case 'list':
      return <List {...block} />;
    case 'quote':
      return (
        <blockquote class="quote">
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'table':
      return <Cells {...block} />;
    case 'rule':
      return <hr />;
  }
}

function List(props: Extract<Block, { kind: 'list' }>) {
  const items = () => (
    <For each={props.items}>
      {(blocks) => (
        <li>
          <Blocks blocks={blocks} />
        </li>
      )}
    </For>
  );
  return (
    <Show when={props.ordered} fallback={<ul>{items()}</ul>}>
      <ol start={props.start}>{items()}</ol>
    </Show>
  );
}

function Cells(props: Extract<Block, { kind: 'table' }>) {
  return (
    <ScrollBox class="scroll-x" label={t('chat.table')}>
      <table class="table">
        <thead>
          <tr>
            <For each={props.head}>
              {(cell) => (
                <th scope="col">
                  <Words text={cell} />
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={props.rows}>
            {(row) => (
              <tr>
                <For each={row}>
                  {(cell) => (
                    <td class="wrap">
                      <Words text={cell} />
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Names under which models write what our highlighter knows. */
const shells: Readonly<Record<string, string>> = {
  bash: 'bash',
  sh: 'sh',
  shell: 'sh',
  zsh: 'sh',
  powershell: 'powershell',
  ps1: 'powershell',
  pwsh: 'powershell',
  cmd: 'cmd',
  bat: 'cmd',
  batch: 'cmd',
  python: 'python',
  py: 'python',
};

function Code(props: Extract<Block, { kind: 'code' }>) {
  const { copied, copy } = createCopy(() => props.text);
  const language = () => props.language.toLowerCase();
  return (
    <div class="md-code">
      <div class="row">
        <span class="xs muted grow ellipsis">
          <VisibleText text={props.language || t('chat.code')} />
        </span>
        <IconButton size="s" look="quiet" icon={copied() ? IconCheck : IconCopy} label={t('ui.copy')} onClick={copy} />
      </div>
      <CodeBlock
        text={props.text}
        label={t('chat.code')}
        {...(Object.hasOwn(shells, language()) && { shell: shells[language()] ?? '' })}
      />
    </div>
  );
}

function Words(props: { text: string }) {
  const parts = createMemo(() => parseInline(props.text));
  return <Parts parts={parts()} />;
}

function Parts(props: { parts: readonly Inline[] }) {
  return <For each={props.parts}>{(part) => inline(part)}</For>;
}

function inline(part: Inline): JSX.Element {
  switch (part.kind) {
    case 'text':
      return <VisibleText text={prose(part.text)} />;
    case 'code':
      return (
        <code>
          <VisibleText text={part.text} />
        </code>
      );
    case 'break':
      return <br />;
    case 'link':
      return <Link {...part} />;
    default:
      return (
        <Dynamic component={part.kind}>
          <Parts parts={part.parts} />
        </Dynamic>
      );
  }
}

/** Models set numbers and units with narrow spaces: in prose they are spaces and hide nothing. */
const prose = (text: string): string => text.replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ');

/** A link shows where it leads, also when its words say something else, and tells that page nothing about this one. */
function Link(props: Extract<Inline, { kind: 'link' }>) {
  return (
    <>
      <Show when={props.label}>
        <VisibleText text={prose(props.label)} />{' '}
      </Show>
      <a
        class="link wrap-anywhere"
        href={props.target}
        target="_blank"
        rel="noopener noreferrer nofollow external"
        referrerpolicy="no-referrer"
        title={t('chat.link_to', { target: props.target })}
      >
        {props.target}
        <IconExternal class="i-sm ml-0.5 inline" aria-hidden="true" />
      </a>
    </>
  );
}

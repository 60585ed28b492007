import { createEffect, createSignal, type JSX, on, onMount, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button, IconButton } from '../button.tsx';
import { Card } from '../card.tsx';
import { createCopy } from '../copy.tsx';
import { downloadText } from '../download.ts';
import { IconCheck, IconCopy, IconDown, IconDownload, IconServer, IconWrap } from '../icons.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { From } from '../status.tsx';
import { type AnsiScreen, createAnsiScreen } from './ansi-screen.ts';

export type AnsiOutputProps = {
  /** Everything so far; when it grows, only what is new is drawn. */
  text: string;
  /** Whose words these are: "Sent by hlv-brg-fs01, shown as text". */
  from: string;
  /** More may come: the view follows it, and a caret stands at the end. */
  running: boolean;
  /** Name of the file that Download saves. */
  fileName: string;
  /** Left and right below the output: size, exit code, what is merged. */
  foot?: JSX.Element;
};

/** The output of a job: follows while it runs, until the operator scrolls up; wraps, copies, downloads. */
export function AnsiOutput(props: AnsiOutputProps) {
  const [follow, setFollow] = createSignal(true);
  const [wrap, setWrap] = createSignal(true);
  const [missed, setMissed] = createSignal(0);
  let box!: HTMLDivElement;
  let pre!: HTMLPreElement;

  const toEnd = () => {
    setMissed(0);
    box.scrollTop = box.scrollHeight;
  };
  // Only the operator turns following off; the scrolling that following does ends at the bottom.
  const onScroll = () => {
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
    if (atEnd) setMissed(0);
    setFollow(atEnd);
  };

  onMount(() => drawInto(pre, props, (newLines) => (follow() ? toEnd() : setMissed((count) => count + newLines))));

  return (
    <Card
      title={t('output.title')}
      sub={<From icon={IconServer}>{props.from}</From>}
      end={
        <Toolbar
          {...props}
          follow={follow()}
          onFollow={() => (follow() ? setFollow(false) : toEnd())}
          missed={missed()}
          wrap={wrap()}
          onWrap={() => setWrap(!wrap())}
        />
      }
      foot={props.foot}
    >
      <ScrollBox ref={box} class={`term ${wrap() ? 'wrap' : ''}`} label={t('output.title')} onScroll={onScroll}>
        <Show when={props.text === '' && !props.running}>
          <p class="muted px-4">{t('output.none')}</p>
        </Show>
        <pre ref={pre} />
        <Show when={props.running}>
          <span class="caret ml-4" />
        </Show>
      </ScrollBox>
    </Card>
  );
}

type ToolbarProps = AnsiOutputProps & {
  follow: boolean;
  onFollow: () => void;
  /** Lines that came while it did not follow. */
  missed: number;
  wrap: boolean;
  onWrap: () => void;
};

function Toolbar(props: ToolbarProps) {
  const { copied, copy } = createCopy(() => props.text);
  const download = () => downloadText(props.fileName, props.text);
  return (
    <>
      <Show when={props.running || props.missed > 0}>
        <Button look="quiet" icon={IconDown} pressed={props.follow} onClick={() => props.onFollow()}>
          {props.missed > 0 ? t('output.more_lines', { count: props.missed }) : t('output.follow')}
        </Button>
      </Show>
      <Button look="quiet" icon={IconWrap} pressed={props.wrap} onClick={() => props.onWrap()}>
        {t('output.wrap')}
      </Button>
      <IconButton look="quiet" icon={copied() ? IconCheck : IconCopy} label={t('ui.copy')} onClick={copy} />
      <IconButton look="quiet" icon={IconDownload} label={t('ui.download')} onClick={download} />
    </>
  );
}

/** Writes what is new since the last change; other text altogether starts over. */
function drawInto(pre: HTMLElement, props: AnsiOutputProps, onGrown: (newLines: number) => void): void {
  let screen: AnsiScreen | undefined;
  let drawn = '';
  createEffect(
    on(
      () => props.text,
      (text) => {
        if (!screen || !text.startsWith(drawn)) {
          screen = createAnsiScreen(pre);
          drawn = '';
        }
        const before = screen.lines();
        screen.write(text.slice(drawn.length));
        drawn = text;
        onGrown(screen.lines() - before);
      },
    ),
  );
}

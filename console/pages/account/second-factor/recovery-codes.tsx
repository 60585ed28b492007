import { createSignal, For, Show } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { me } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { createCopy } from '../../../ui/copy.tsx';
import { downloadText } from '../../../ui/download.ts';
import { focusSoon } from '../../../ui/focus.ts';
import { IconCheck, IconCopy, IconDownload, IconWarn } from '../../../ui/icons.ts';
import { Note } from '../../../ui/status.tsx';

/** Whether they were copied or saved; closing without asks once. */
export function createKeeping(close: () => void) {
  const [kept, setKept] = createSignal(false);
  const [warned, setWarned] = createSignal(false);
  const leave = () => (kept() || warned() ? close() : setWarned(true));
  return { keep: () => setKept(true), kept, warned, leave, close };
}
export type Keeping = ReturnType<typeof createKeeping>;

/** The codes, this once. */
export function KeepCodes(props: { codes: string[]; keeping: Keeping; sessions?: boolean }) {
  const text = () => props.codes.join('\n');
  const { copied, copy } = createCopy(text);
  const server = location.host;
  const save = () => {
    const head = t('second_factor.codes_file', { user: me()?.user?.username ?? '', server });
    downloadText(`recovery-codes-${server.replaceAll(/[^\w.-]/g, '-')}.txt`, `${head}\n\n${text()}\n`);
    props.keeping.keep();
  };
  return (
    <>
      <Note icon={IconWarn} look="warn">
        <strong>{t('second_factor.codes_keep')}</strong> {t('second_factor.codes_why')}
      </Note>
      <ul class="kept-codes" aria-label={t('second_factor.codes')}>
        <For each={props.codes}>{(code) => <li>{code}</li>}</For>
      </ul>
      <div class="form-actions">
        <Button
          ref={focusSoon}
          icon={copied() ? IconCheck : IconCopy}
          onClick={() => {
            copy();
            props.keeping.keep();
          }}
        >
          {copied() ? t('ui.copied') : t('second_factor.codes_copy')}
        </Button>
        <Button icon={IconDownload} onClick={save}>
          {t('second_factor.codes_download')}
        </Button>
        <span class="vh" role="status">
          {copied() ? t('ui.copied') : ''}
        </span>
      </div>
      <Show when={props.sessions}>
        <p class="hint">{t('second_factor.others')}</p>
      </Show>
      <Show when={props.keeping.warned() && !props.keeping.kept()}>
        <Note icon={IconWarn} look="err">
          {t('second_factor.codes_unkept')}
        </Note>
      </Show>
    </>
  );
}

export function KeepCodesFoot(props: { keeping: Keeping }) {
  const leaves = () => props.keeping.warned() && !props.keeping.kept();
  return (
    <Show
      when={leaves()}
      fallback={
        <Button look="primary" onClick={() => props.keeping.leave()}>
          {t('second_factor.codes_done')}
        </Button>
      }
    >
      <Button onClick={() => props.keeping.close()}>{t('second_factor.codes_leave')}</Button>
    </Show>
  );
}

import { For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Switch } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { activeShortcuts, enableShortcuts, shortcutsEnabled } from '../ui/shortcuts.ts';
import { Kbd, modKey } from '../ui/status.tsx';

/** What keys do on this page, and the switch that turns single keys off. */
export function KeysDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={t('keys.title')}>
      <dl class="facts">
        <For each={activeShortcuts()}>
          {(shortcut) => (
            <>
              <dt>
                <Kbd>{written(shortcut.keys)}</Kbd>
              </dt>
              <dd>{shortcut.label}</dd>
            </>
          )}
        </For>
      </dl>
      <Switch
        checked={shortcutsEnabled()}
        onChange={enableShortcuts}
        label={t('keys.enable')}
        hint={t('keys.enable_hint')}
      />
    </Dialog>
  );
}

function written(keys: string): string {
  const names: Readonly<Record<string, string>> = { enter: '↵', escape: 'Esc' };
  return names[keys] ?? keys.replace('mod+', modKey).replace('shift+', '⇧ ');
}

import { createSignal, For, type JSX, Show } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { me } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconAdd, IconInfo } from '../../../ui/icons.ts';
import { Loaded } from '../../../ui/states.tsx';
import { Note } from '../../../ui/status.tsx';
import { AddDialog } from './add-dialog.tsx';
import { obstacleTo } from './obstacle.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { type Passkey, type PasskeyList, usePasskeys } from './passkeys.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Asking = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };

/** Passkeys of the own account: an answer to the second step of signing in. */
export function PasskeysCard() {
  const passkeys = usePasskeys();
  const [asking, setAsking] = createSignal<Asking | undefined>();
  const close = () => setAsking(undefined);
  const about = (what: 'rename' | 'remove') => {
    const now = asking();
    return now?.what === what && 'passkey' in now ? now.passkey : undefined;
  };
  return (
    <Card title={t('passkeys.title')}>
      <Loaded query={passkeys} failed={t('passkeys.load_failed')}>
        {(data) => (
          <>
            <Intro list={data()} onAdd={() => setAsking({ what: 'add' })} />
            <Show when={data().passkeys.length > 0}>
              <ul class="list border-t border-border" aria-label={t('passkeys.title')}>
                <For each={data().passkeys}>
                  {(passkey) => (
                    <PasskeyRow
                      passkey={passkey}
                      host={new URL(data().origin).hostname}
                      onRename={() => setAsking({ what: 'rename', passkey })}
                      onRemove={() => setAsking({ what: 'remove', passkey })}
                    />
                  )}
                </For>
              </ul>
            </Show>
          </>
        )}
      </Loaded>
      <Show when={asking()?.what === 'add'}>
        <AddDialog onClose={close} />
      </Show>
      <Show when={about('rename')} keyed>
        {(passkey) => <RenameDialog passkey={passkey} onClose={close} />}
      </Show>
      <RemoveDialog passkey={about('remove')} onClose={close} />
    </Card>
  );
}

/** What they are for, and the way to one more, or what stands in it. */
function Intro(props: { list: PasskeyList; onAdd: () => void }): JSX.Element {
  const obstacle = () => obstacleTo(props.list, { codesOn: me()?.user?.totp_enabled === true });
  return (
    <div class="card-body stack gap-3">
      <p class="sm dim">{t('passkeys.why')}</p>
      <Show
        when={obstacle()}
        fallback={
          <div>
            <Button icon={IconAdd} onClick={props.onAdd}>
              {t('passkeys.add')}
            </Button>
          </div>
        }
      >
        {(why) => <Note icon={IconInfo}>{why()}</Note>}
      </Show>
    </div>
  );
}

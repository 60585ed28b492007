import { createSignal, Match, Show, Switch } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { me } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconOk, IconTodo, IconWarn } from '../../../ui/icons.ts';
import { Badge, Note } from '../../../ui/status.tsx';
import { RenewDialog } from './renew-dialog.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';

/** From here on new recovery codes are advised. */
const FEW = 3;

/** Whether sign-in asks for more than the password, and what can be done about it. */
export function SecondFactorCard() {
  const [doing, setDoing] = createSignal<'setup' | 'renew' | 'off'>();
  const user = () => me()?.user;
  const close = () => setDoing(undefined);
  return (
    <Card title={t('second_factor.title')} end={<State on={user()?.totp_enabled === true} />} pad>
      <Show
        when={user()?.totp_enabled}
        fallback={<Off linked={user()?.sso_linked === true} onSetUp={() => setDoing('setup')} />}
      >
        <div class="stack">
          <CodesLeft count={user()?.recovery_codes_left ?? 0} />
          <div class="form-actions">
            <Button onClick={() => setDoing('renew')}>{t('second_factor.renew')}</Button>
            <Button onClick={() => setDoing('setup')}>{t('second_factor.replace')}</Button>
            <Button look="danger" onClick={() => setDoing('off')}>
              {t('second_factor.turn_off')}
            </Button>
          </div>
        </div>
      </Show>
      <Switch>
        <Match when={doing() === 'setup'}>
          <SetupDialog onClose={close} />
        </Match>
        <Match when={doing() === 'renew'}>
          <RenewDialog onClose={close} />
        </Match>
        <Match when={doing() === 'off'}>
          <TurnOffDialog onClose={close} />
        </Match>
      </Switch>
    </Card>
  );
}

function State(props: { on: boolean }) {
  return (
    <Show when={props.on} fallback={<Badge tone="idle" icon={IconTodo} word={t('second_factor.off')} />}>
      <Badge tone="ok" icon={IconOk} word={t('second_factor.on')} />
    </Show>
  );
}

function Off(props: { linked: boolean; onSetUp: () => void }) {
  return (
    <div class="stack gap-3">
      <p class="sm dim">{props.linked ? t('second_factor.sso') : t('second_factor.why')}</p>
      <Show when={!props.linked}>
        <div class="form-actions">
          <Button look="primary" onClick={() => props.onSetUp()}>
            {t('second_factor.set_up')}
          </Button>
        </div>
      </Show>
    </div>
  );
}

function CodesLeft(props: { count: number }) {
  const warning = () =>
    props.count === 0 ? t('second_factor.none_left') : t('second_factor.few_left', { count: props.count });
  return (
    <Show
      when={props.count <= FEW}
      fallback={<p class="sm dim">{t('second_factor.codes_left', { count: props.count })}</p>}
    >
      <Note icon={IconWarn} look="warn">
        {warning()}
      </Note>
    </Show>
  );
}

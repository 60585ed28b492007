import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { formatRelative } from '../../i18n/format.ts';
import { rich, t } from '../../i18n/index.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Timeline, type TimelineEntry } from '../../ui/facts.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconBack, IconOk, IconRunning, IconTodo } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { now } from '../../ui/time.tsx';
import { issueToken, masked, type Placement, type Token } from './placement.ts';

type Device = Output<'GET /api/devices'>['devices'][number];

/** How often the list is read while waiting, besides the live hints. */
const POLL_MS = 3000;

/** One command to copy, and then the first machine appears. */
export function DeviceStep(props: {
  placement: Placement;
  onToken: (placement: Placement) => void;
  onBack: () => void;
}) {
  const devices = useQuery(() => ({
    queryKey: ['devices', { first: props.placement.site.id }],
    queryFn: ({ signal }) => api('GET /api/devices', { query: { site_id: props.placement.site.id, limit: 1 }, signal }),
    refetchInterval: (query) => (query.state.data?.devices[0]?.status === 'online' ? false : POLL_MS),
  }));
  const device = () => (devices.isSuccess ? devices.data.devices[0] : undefined);
  return (
    <div class="stack gap-5">
      <div>
        <h1>{t('setup.device_title')}</h1>
        <p class="dim">
          {rich('setup.device_why', {
            place: (
              <b>
                {props.placement.company}, {props.placement.site.name}
              </b>
            ),
          })}
        </p>
      </div>
      <Show when={props.placement.token} fallback={<NewToken placement={props.placement} onToken={props.onToken} />}>
        {(token) => <Command token={token()} />}
      </Show>
      <Card pad>
        <div role="status">
          <Timeline entries={progress(device())} />
        </div>
      </Card>
      <div class="form-actions">
        <Button icon={IconBack} onClick={() => props.onBack()}>
          {t('ui.back')}
        </Button>
        <span class="grow" />
        <Show
          when={device()}
          fallback={
            <LinkButton href="/" look="quiet">
              {t('setup.skip')}
            </LinkButton>
          }
        >
          {(found) => (
            <LinkButton href={`/devices/${found().id}`} look="primary">
              {t('setup.open_device')}
            </LinkButton>
          )}
        </Show>
      </div>
    </div>
  );
}

/** Waiting, enrolled, online: as far as the server knows the device. */
function progress(device: Device | undefined): TimelineEntry[] {
  if (!device) {
    return [
      { icon: IconRunning, tone: 'run', spin: true, what: <b>{t('setup.waiting')}</b>, sub: t('setup.waiting_why') },
      { icon: IconTodo, todo: true, what: t('setup.online') },
    ];
  }
  const online = device.status === 'online';
  return [
    { icon: IconOk, tone: 'ok', what: <b>{t('setup.enrolled', { name: device.hostname })}</b>, at: device.enrolled_at },
    online
      ? { icon: IconOk, tone: 'ok', what: <b>{t('setup.online')}</b>, at: device.last_seen_at }
      : { icon: IconRunning, tone: 'run', spin: true, what: t('setup.connecting') },
  ];
}

function Command(props: { token: Token }) {
  const line = () => props.token.install.linux;
  return (
    <Card
      title={t('setup.linux')}
      end={
        <span class="xs muted">
          {t('setup.token_limits', { count: props.token.uses, ends: formatRelative(props.token.expires_at, now()) })}
        </span>
      }
      pad
    >
      <div class="stack gap-3">
        <CopyField
          label={t('setup.command')}
          value={line()}
          shown={line().replaceAll(props.token.token, masked(props.token.token))}
        />
        <p class="hint">{t('setup.command_hint')}</p>
      </div>
    </Card>
  );
}

/** After a reload the token is gone for good: only its hash is stored. */
function NewToken(props: { placement: Placement; onToken: (placement: Placement) => void }) {
  const form = createSubmit(async () => {
    props.onToken({ ...props.placement, token: await issueToken(props.placement.site.id) });
  });
  return (
    <Card title={t('setup.linux')} pad>
      <form class="stack gap-3" onSubmit={form.onSubmit}>
        <p class="sm dim">{t('setup.token_gone')}</p>
        <Show when={form.error() !== undefined}>
          <ErrorState what={t('setup.token_failed')} error={form.error()} />
        </Show>
        <div>
          <Button type="submit" look="primary" busy={form.busy()}>
            {t('setup.token_new')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

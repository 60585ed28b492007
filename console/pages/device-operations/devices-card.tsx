import { createMemo, createSignal, For, Index, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import type { Operation, ProposedDevice } from './queries.ts';
import { deviceLook } from './words.ts';

/** Devices of a company that are shown at once. */
const SHOWN = 20;

/** Every device by company: where it is now, whether it is online, and what became of it. */
export function DevicesCard(props: { operation: Operation }) {
  const companies = createMemo(() => [...Map.groupBy(props.operation.devices, ({ client_id }) => client_id).values()]);
  return (
    <Card
      title={t('approvals.devices', { count: props.operation.device_count })}
      sub={t('approvals.companies', { count: companies().length })}
    >
      <Index each={companies()}>{(devices) => <Company devices={devices()} operation={props.operation} />}</Index>
    </Card>
  );
}

function Company(props: { devices: readonly ProposedDevice[]; operation: Operation }) {
  const [all, setAll] = createSignal(false);
  const name = () => props.devices[0]?.client_name ?? t('jobs.unassigned');
  const shown = () => (all() ? props.devices : props.devices.slice(0, SHOWN));
  return (
    <section aria-label={name()}>
      <h3 class="target">
        <span class="strong ellipsis">
          <VisibleText text={name()} />
        </span>
        <span class="sm dim font-normal">{t('approvals.devices', { count: props.devices.length })}</span>
      </h3>
      <ul class="list">
        <For each={shown()}>{(device) => <Row device={device} waiting={props.operation.status === 'waiting'} />}</For>
      </ul>
      <Show when={props.devices.length > shown().length}>
        <div class="card-foot justify-center">
          <Button size="s" onClick={() => setAll(true)}>
            {t('operations.show_all', { count: props.devices.length })}
          </Button>
        </div>
      </Show>
    </section>
  );
}

function Row(props: { device: ProposedDevice; waiting: boolean }) {
  const company = useCompany();
  const place = () => [props.device.site_name, props.device.group_name].filter((name) => name !== null).join(', ');
  return (
    <li class="tight flex-wrap">
      <span class="min-w-0 grow">
        <Show
          when={props.device.status !== null}
          fallback={
            <span class="dim wrap-anywhere">
              <VisibleText text={props.device.hostname} />
            </span>
          }
        >
          <a class="link wrap-anywhere" href={company.href(`/devices/${props.device.agent_id}`)}>
            <VisibleText text={props.device.hostname} />
          </a>
        </Show>
        <Show when={place() !== ''}>
          <span class="xs dim block wrap-anywhere">
            <VisibleText text={place()} />
          </span>
        </Show>
      </span>
      <Show when={props.waiting && props.device.moved_since}>
        <StatusWord class="xs" tone="warn" icon={IconWarn} word={t('operations.moved_since')} />
      </Show>
      <StatusWord class="xs" {...deviceLook(props.device)} />
    </li>
  );
}

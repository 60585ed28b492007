import { For, Show } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { rich, t } from '../../../i18n/index.ts';
import { useCompany } from '../../../shell/company.ts';
import { Card } from '../../../ui/card.tsx';
import { OutputLines, VisibleText } from '../../../ui/code/code.tsx';
import { IconAi } from '../../../ui/icons.ts';
import { Badge, From } from '../../../ui/status.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { createDecision } from '../../device-operations/decision.ts';
import { type Operation, useOperation } from '../../device-operations/queries.ts';
import { operationIcon, operationLook, operationTitle } from '../../device-operations/words.ts';
import { DeviceLink } from '../../jobs/device-link.tsx';
import { DecisionLine } from './decision.tsx';
import { Found } from './found.tsx';

/** Devices named at once; the rest on request. */
const NAMED = 5;

/** A proposed move or deletion of devices: which, where to, and the decision. */
export function OperationCard(props: { id: string }) {
  const operation = useOperation(() => props.id);
  return <Found query={operation}>{(data) => <OperationView operation={data()} />}</Found>;
}

function OperationView(props: { operation: Operation }) {
  const company = useCompany();
  return (
    <Card
      class="chat-card"
      title={
        <a class="row" href={company.href(`/approvals/devices/${props.operation.id}`)}>
          <Dynamic component={operationIcon(props.operation)} />
          <span class="wrap-anywhere">{operationTitle(props.operation)}</span>
        </a>
      }
      end={
        <span role="status">
          <Badge {...operationLook(props.operation)} />
        </span>
      }
    >
      <div class="chat-card-facts">
        <From icon={IconAi}>{t('chat.proposal.from_ai')}</From>
      </div>
      <Show when={props.operation.reason !== ''}>
        <div class="chat-card-line">
          <blockquote class="quote">
            <OutputLines text={props.operation.reason} />
          </blockquote>
        </div>
      </Show>
      <Devices operation={props.operation} />
      <Show when={props.operation.status === 'waiting'} fallback={<Decided operation={props.operation} />}>
        <Show
          when={props.operation.decidable}
          fallback={<p class="chat-card-line sm dim">{t('chat.operation.others')}</p>}
        >
          <Decide operation={props.operation} />
        </Show>
      </Show>
    </Card>
  );
}

/** The decision, in place: the same as on the page of the proposal. */
function Decide(props: { operation: Operation }) {
  const decision = createDecision({
    operation: () => props.operation,
    // The card shows what became of it.
    onDecided: () => undefined,
  });
  const deletes = () => props.operation.kind === 'delete';
  return (
    <DecisionLine
      decision={decision}
      approve={t(deletes() ? 'chat.operation.approve_delete' : 'chat.operation.approve_move', {
        count: decision.count(),
      })}
      refusal={decision.refused()}
      typeCount={t('operations.type_count', { count: decision.count() })}
      danger={deletes()}
    />
  );
}

function Devices(props: { operation: Operation }) {
  const company = useCompany();
  const row = (device: Operation['devices'][number]) => (
    <li class="row sm">
      <Show when={device.status !== null} fallback={<VisibleText text={device.hostname} />}>
        <DeviceLink hostname={device.hostname} href={company.href(`/devices/${device.agent_id}`)} />
      </Show>
      <span class="muted">{device.client_name ?? t('jobs.unassigned')}</span>
      <Show when={device.moved_since}>
        <span class="muted">· {t('chat.operation.moved_since')}</span>
      </Show>
    </li>
  );
  return (
    <div class="chat-card-line">
      <ul>
        <For each={props.operation.devices.slice(0, NAMED)}>{row}</For>
      </ul>
      <Show when={props.operation.devices.length > NAMED}>
        <details class="sm">
          <summary class="link">{t('chat.operation.more', { count: props.operation.devices.length - NAMED })}</summary>
          <ul class="targets-list">
            <For each={props.operation.devices.slice(NAMED)}>{row}</For>
          </ul>
        </details>
      </Show>
    </div>
  );
}

function Decided(props: { operation: Operation }) {
  const words = () =>
    props.operation.status === 'approved' ? 'chat.proposal.approved_by' : 'chat.proposal.rejected_by';
  return (
    <p class="chat-card-line sm dim">
      <Show
        when={props.operation.closed_because === null}
        fallback={t(`chat.operation.closed.${props.operation.closed_because ?? 'devices_gone'}`)}
      >
        {rich(words(), {
          name: (
            <b>
              <VisibleText text={props.operation.decided_by?.name ?? ''} />
            </b>
          ),
          time: <Show when={props.operation.decided_at}>{(at) => <RelativeTime at={at()} />}</Show>,
        })}
      </Show>
    </p>
  );
}

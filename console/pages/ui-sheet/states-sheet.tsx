import { createSignal, For } from 'solid-js';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { CountField } from '../../ui/dialog.tsx';
import { Facts, Timeline } from '../../ui/facts.tsx';
import {
  IconAi,
  IconApprovals,
  IconBellOff,
  IconCheck,
  IconClock,
  IconClose,
  IconFailed,
  IconFilter,
  IconForward,
  IconInfo,
  IconJobs,
  IconOk,
  IconRunning,
  IconTodo,
  IconWaiting,
  IconWarn,
} from '../../ui/icons.ts';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Badge, Count, From, Note, Quote, type StatusLook, StatusWord, Tag } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';

const WORDS: readonly (readonly [string, StatusLook])[] = [
  ['awaiting_approval', { tone: 'ask', icon: IconWaiting, word: 'Waiting for approval' }],
  ['dispatched', { tone: 'plain', icon: IconClock, word: 'Approved, waits for device' }],
  ['sent', { tone: 'plain', icon: IconForward, word: 'Sent' }],
  ['running', { tone: 'run', icon: IconRunning, word: 'Running', spin: true }],
  ['completed', { tone: 'ok', icon: IconOk, word: 'Completed' }],
  ['failed', { tone: 'err', icon: IconFailed, word: 'Failed' }],
  ['rejected', { tone: 'plain', icon: IconClose, word: 'Rejected' }],
  ['cancel_requested', { tone: 'warn', icon: IconClock, word: 'Cancelling' }],
  ['online', { tone: 'ok', icon: 'dot', word: 'Online' }],
  ['offline', { tone: 'idle', icon: 'ring', word: 'Offline' }],
];

const broken = new ApiError({
  status: 503,
  code: 'unavailable',
  message: '',
  requestId: '01JD4QXK9W3M2V5T8ZK',
  body: {},
});
const minutes = (count: number) => new Date(Date.now() - count * 60_000).toISOString();

/** Loading, empty, error, stale, undo, words of status. */
export function StatesSheet() {
  return (
    <div class="g3">
      <Waiting />
      <Remarks />
      <Words />
    </div>
  );
}

function Waiting() {
  return (
    <div class="stack">
      <Card title="Loading" end={<span class="xs muted">after 150 ms</span>}>
        <Skeleton />
      </Card>
      <Card title="Empty, first use">
        <EmptyState
          icon={IconApprovals}
          title="Nothing waits for you"
          actions={
            <Button size="s" icon={IconJobs}>
              Propose a script
            </Button>
          }
        >
          Scripts that people, tasks and AI applications propose appear here before they run.
        </EmptyState>
      </Card>
      <Card title="Empty, filtered">
        <EmptyState
          icon={IconFilter}
          title="No device matches"
          actions={
            <>
              <Button size="s">Remove that filter</Button>
              <Button size="s" look="quiet">
                Clear all
              </Button>
            </>
          }
        >
          3 filters are on. “Site: Vessels” leaves nothing.
        </EmptyState>
      </Card>
    </div>
  );
}

function Remarks() {
  const [typed, setTyped] = createSignal('3');
  return (
    <div class="stack">
      <Card title="Error" end={<span class="xs muted">retry and request id</span>} pad>
        <ErrorState what="The job list did not load." error={broken} retry={() => toast('Tried again')} />
      </Card>
      <Card title="Notes" pad>
        <div class="stack gap-3">
          <Note icon={IconInfo}>
            <strong>jonah.brandt rejected this 8 s ago.</strong> Your approval changed nothing.
          </Note>
          <Note icon={IconWarn} look="warn">
            <strong>The audit trail is not protected by grants.</strong> The application role owns the schema.
          </Note>
          <Note icon={IconOk} look="ok">
            <strong>Mail works.</strong> A message is on its way to you.
          </Note>
        </div>
      </Card>
      <Card title="Count not typed yet" pad>
        <div class="stack gap-3">
          <CountField count={38} value={typed()} onChange={setTyped} label="Type 38 to approve" />
          <div class="grid grid-cols-[1fr_auto] gap-2">
            <Button look="primary" size="l" icon={IconCheck} disabled={typed() !== '38'}>
              Approve for 38 devices
            </Button>
            <Button look="danger" size="l" icon={IconClose}>
              Reject
            </Button>
          </div>
        </div>
      </Card>
      <Card title="Undo and copy" pad>
        <div class="stack gap-3">
          <div>
            <Button
              onClick={() =>
                toast('Silenced for 4 h', {
                  icon: IconBellOff,
                  action: { label: 'Undo', run: () => toast('Not silenced') },
                })
              }
            >
              Silence for 4 h
            </Button>
          </div>
          <CopyField
            label="Install command"
            value="curl -fsSL https://muster.example/install.sh | sudo sh -s -- --token rme_q7JmFullToken"
            shown="curl -fsSL https://muster.example/install.sh | sudo sh -s -- --token rme_q7Jm…x2Vd"
          />
        </div>
      </Card>
    </div>
  );
}

function Words() {
  return (
    <div class="stack">
      <Card title="Words of status" end={<span class="xs muted">icon, word, colour</span>}>
        <ul class="list">
          <For each={WORDS}>
            {([key, look]) => (
              <li class="tight">
                <span class="grow">
                  <StatusWord {...look} />
                </span>
                <span class="mono xs muted">{key}</span>
              </li>
            )}
          </For>
        </ul>
      </Card>
      <Card title="Badges, tags, counts" pad>
        <div class="row flex-wrap">
          <For each={WORDS.slice(0, 7)}>{([, look]) => <Badge {...look} />}</For>
          <Tag>file-server</Tag>
          <Tag icon={IconAi} look="ai">
            Claude
          </Tag>
          <Count value={5} label="5 waiting" look="ask" />
          <Count value={6} label="6 errors" look="err" />
          <Count value={1234} label="1234 devices" />
        </div>
      </Card>
      <Card
        title="Timeline and facts"
        foot={<From icon={IconAi}>Written by Claude. Muster has not checked it.</From>}
        pad
      >
        <div class="stack">
          <Timeline
            entries={[
              {
                icon: IconAi,
                tone: 'ask',
                what: (
                  <>
                    <b>Proposed</b> by Claude
                  </>
                ),
                sub: 'AI application, for jonah.brandt',
                at: minutes(10),
              },
              {
                icon: IconCheck,
                tone: 'ok',
                what: (
                  <>
                    <b>Approved</b> by ines.vahtera
                  </>
                ),
                sub: '“Reads only, go.”',
                at: minutes(2),
              },
              { icon: IconRunning, tone: 'run', spin: true, what: <b>Running</b>, at: minutes(0.4) },
              { icon: IconTodo, todo: true, what: 'Completed or failed' },
            ]}
          />
          <Quote>libssl1.1 has had no security update since September 2023.</Quote>
          <Facts
            facts={[
              ['Placement', 'Halvorsen Marine, Bergen, Infrastructure'],
              ['Address', <span class="mono">10.20.4.11</span>],
              ['Enrolled', <RelativeTime at={minutes(60 * 24 * 40)} />],
            ]}
          />
        </div>
      </Card>
      <Card title="Stale bar">
        <StaleBar since={new Date(Date.now() - 48_000)} onReconnect={() => toast('Reconnecting')} />
      </Card>
    </div>
  );
}

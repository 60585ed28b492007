import { createMemo, createSignal, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, DiffView, diffCounts, VisibleText } from '../../ui/code/code.tsx';
import { linesOf } from '../../ui/code/visible.ts';
import { createCopy } from '../../ui/copy.tsx';
import { IconCheck, IconCopy, IconLock } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Loaded } from '../../ui/states.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { GivenCard } from '../jobs/given-card.tsx';
import type { Job } from '../jobs/job.ts';
import type { useJob } from '../jobs/queries.ts';
import { riskFlags } from '../jobs/risk-flags.tsx';

/**
 * The script, and what changed since a person approved one under the same description. `anchor` begins the ids of its lines,
 * where a page has several scripts.
 */
export function ScriptCard(props: { query: ReturnType<typeof useJob>; anchor?: string }) {
  return (
    <Loaded query={props.query} failed={t('approvals.script_failed')}>
      {(job) => (
        <>
          <Script job={job()} anchor={props.anchor ?? 'L'} />
          <GivenCard given={job()} before={job().previous_approved} />
        </>
      )}
    </Loaded>
  );
}

function Script(props: { job: Job; anchor: string }) {
  const before = () => props.job.previous_approved;
  const changed = () => {
    const found = before();
    return found && found.content_sha256 !== props.job.content_sha256 ? found : undefined;
  };
  const [view, setView] = createSignal<View>('changes');
  const { copied, copy } = createCopy(() => props.job.script);
  const marks = () => ({
    shell: props.job.shell,
    label: t('approvals.script'),
    anchor: props.anchor,
    flag: riskFlags(() => props.job.risk_hints),
  });
  return (
    <Card
      title={t('approvals.script')}
      sub={
        <>
          {t('jobs.script_sub', { shell: props.job.shell, count: linesOf(props.job.script).length })},{' '}
          <Before job={props.job} />
        </>
      }
      end={
        <>
          <Show when={changed()}>
            {(old) => <Views before={old().script} after={props.job.script} view={view()} onView={setView} />}
          </Show>
          <IconButton
            size="s"
            look="quiet"
            icon={copied() ? IconCheck : IconCopy}
            label={t('ui.copy')}
            onClick={copy}
          />
        </>
      }
      foot={<Covers sha256={props.job.content_sha256} />}
    >
      <Show when={view() === 'changes' && changed()} fallback={<CodeBlock text={props.job.script} {...marks()} />}>
        {(old) => <DiffView before={old().script} after={props.job.script} {...marks()} />}
      </Show>
    </Card>
  );
}

function Before(props: { job: Job }) {
  return (
    <Show when={props.job.previous_approved} fallback={t('approvals.first')}>
      {(before) =>
        rich(before().content_sha256 === props.job.content_sha256 ? 'approvals.same_as' : 'approvals.against', {
          time: <RelativeTime at={before().at} />,
          name: <VisibleText text={before().by} />,
        })
      }
    </Show>
  );
}

function Counts(props: { before: string; after: string }) {
  const counts = createMemo(() => diffCounts(props.before, props.after));
  return (
    <span class="sm">
      <span class="plus">
        <span aria-hidden="true">+{counts().added}</span>
        <span class="vh">{t('approvals.added', { count: counts().added })}</span>
      </span>{' '}
      <span class="minus">
        <span aria-hidden="true">−{counts().removed}</span>
        <span class="vh">{t('approvals.removed', { count: counts().removed })}</span>
      </span>
    </span>
  );
}

type View = 'changes' | 'whole';

function Views(props: { before: string; after: string; view: View; onView: (view: View) => void }) {
  return (
    <>
      <Counts before={props.before} after={props.after} />
      <Segmented
        label={t('approvals.view')}
        value={props.view}
        onChange={props.onView}
        segments={[
          { value: 'changes', label: t('approvals.changes') },
          { value: 'whole', label: t('approvals.whole') },
        ]}
      />
    </>
  );
}

function Covers(props: { sha256: string }) {
  const sha = (
    <span class="mono break-all" title={props.sha256}>
      sha256 {props.sha256}
    </span>
  );
  return (
    <>
      <IconLock class="i-sm" />
      <span class="min-w-0">{rich('approvals.covers', { sha })}</span>
    </>
  );
}

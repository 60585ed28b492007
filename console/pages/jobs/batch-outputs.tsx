import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { StillOutput } from '../../ui/code/still-output.tsx';
import { IconJobs } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { hasEnded, type JobRow, jobLook } from './job.ts';

/** Results compared before somebody asks for more: each is read on its own. */
const PART = 60;
/** Reads on their way at the same time. */
const AT_ONCE = 6;

type Group = { key: string; text: string; jobs: JobRow[] };

/** Devices that ended alike and printed the same, the largest group first: what stands out is at the end. */
export function BatchOutputs(props: { jobs: readonly JobRow[] }) {
  const [limit, setLimit] = createSignal(PART);
  const ended = createMemo(() => props.jobs.filter(({ status }) => hasEnded(status)));
  const compared = createMemo(() => ended().slice(0, limit()));
  const texts = useQuery(() => ({
    // Outputs of jobs that have ended stay as they are; the key is new when another one ends.
    queryKey: ['job-outputs', compared().map(({ id }) => id)],
    queryFn: ({ signal }) => readOutputs(compared(), signal),
    enabled: compared().length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    reconcile: false as const,
    placeholderData: keepPreviousData,
  }));
  return (
    <Show
      when={ended().length > 0}
      fallback={
        <Card>
          <EmptyState icon={IconJobs} title={t('jobs.batch_outputs_none')}>
            {t('jobs.batch_outputs_wait')}
          </EmptyState>
        </Card>
      }
    >
      <p class="sm dim mb-3">{t('jobs.batch_outputs_why')}</p>
      <Loaded query={texts} failed={t('jobs.output_failed')}>
        {(data) => (
          <div class="stack">
            <For each={groupsOf(compared(), data())}>{(group) => <GroupCard group={group} />}</For>
          </div>
        )}
      </Loaded>
      <Show when={ended().length > limit()}>
        <div class="row mt-4">
          <span class="sm muted">{t('jobs.batch_outputs_part', { count: limit() })}</span>
          <Button onClick={() => setLimit(limit() + PART)}>{t('jobs.batch_outputs_more')}</Button>
        </div>
      </Show>
    </Show>
  );
}

async function readOutputs(jobs: readonly JobRow[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const left = jobs.map(({ id }) => id);
  async function work() {
    for (let id = left.shift(); id !== undefined; id = left.shift())
      texts.set(id, (await api('GET /api/jobs/:id/output', { params: { id }, query: {}, signal })).text);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return texts;
}

function groupsOf(jobs: readonly JobRow[], texts: ReadonlyMap<string, string>): Group[] {
  const groups = new Map<string, Group>();
  for (const job of jobs) {
    const text = texts.get(job.id);
    if (text === undefined) continue;
    const key = JSON.stringify([job.status, job.exit_code, text]);
    const group = groups.get(key) ?? { key, text, jobs: [] };
    group.jobs.push(job);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.jobs.length - a.jobs.length);
}

function GroupCard(props: { group: Group }) {
  const company = useCompany();
  const [first] = props.group.jobs;
  return (
    <Card
      title={t('jobs.batch_same', { count: props.group.jobs.length })}
      end={<Show when={first}>{(job) => <StatusWord {...jobLook(job())} />}</Show>}
    >
      <p class="sm flex flex-wrap gap-x-3 gap-y-1 border-b border-border px-4 py-2">
        <For each={props.group.jobs}>
          {(job) => (
            <a class="link" href={company.href(`/jobs/${job.id}`)}>
              <VisibleText text={job.agent_hostname} />
            </a>
          )}
        </For>
      </p>
      <StillOutput text={props.group.text} />
    </Card>
  );
}

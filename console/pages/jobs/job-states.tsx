import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { formatDuration } from '../../i18n/format.ts';
import { rich, t } from '../../i18n/index.ts';
import { can, me } from '../../session.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Timeline, type TimelineEntry } from '../../ui/facts.tsx';
import { IconCheck, IconClock, IconClose, IconEdit, IconForward, IconRun, IconTodo } from '../../ui/icons.ts';
import { ActorKind, ActorName, actorIcon, isAi } from './actor.tsx';
import { hasEnded, type Job, type JobActor, jobLook, jobSeconds } from './job.ts';

type Entry = Output<'GET /api/audit'>['entries'][number];

/** The states the job went through, when, and who caused each. */
export function JobStates(props: { job: Job }) {
  // Who cancelled a job or closed it by hand is in the audit trail alone; others see that it happened.
  const audit = useQuery(() => ({
    queryKey: ['audit', { target: props.job.id }],
    queryFn: ({ signal }) => api('GET /api/audit', { query: { target: props.job.id }, signal }),
    enabled: can('audit.view') && me()?.unscoped === true,
  }));
  const acts = () => (audit.isSuccess ? audit.data.entries : []);
  return (
    <Card title={t('jobs.states')} pad>
      <Timeline entries={entries(props.job, acts())} />
    </Card>
  );
}

function entries(job: Job, acts: readonly Entry[]): TimelineEntry[] {
  return [...asked(job), ...delivered(job), ...byHand(acts), ...ended(job)];
}

/** Proposed and decided. */
function asked(job: Job): TimelineEntry[] {
  const proposed: TimelineEntry = {
    icon: actorIcon({ actor: job.proposed_by, source: job.source }),
    ...(isAi({ actor: job.proposed_by, source: job.source }) && { tone: 'ask' as const }),
    what: by(t('jobs.state.proposed_word'), job.proposed_by),
    sub: (
      <>
        <ActorKind actor={job.proposed_by} /> · {t(`source.${job.source}`)}
      </>
    ),
    at: job.created_at,
  };
  const sub = job.decision_reason ? (
    <q>
      <VisibleText text={job.decision_reason} />
    </q>
  ) : undefined;
  if (job.approved_by)
    return [
      proposed,
      {
        icon: IconCheck,
        tone: 'ok',
        what: by(t('jobs.state.approved_word'), job.approved_by),
        sub,
        at: job.decided_at,
      },
    ];
  if (job.rejected_by)
    return [
      proposed,
      {
        icon: IconClose,
        tone: 'err',
        what: by(t('jobs.state.rejected_word'), job.rejected_by),
        sub,
        at: job.decided_at,
      },
    ];
  if (job.status === 'awaiting_approval')
    return [proposed, { icon: IconTodo, what: t('jobs.state.to_decide'), todo: true }];
  if (!job.require_approval)
    return [
      proposed,
      { icon: IconCheck, what: t('jobs.state.unapproved', { name: job.proposed_by.name }), at: job.decided_at },
    ];
  return [proposed];
}

/** Waiting for the device, sent, started. */
function delivered(job: Job): TimelineEntry[] {
  const found: TimelineEntry[] = [];
  if (job.status === 'dispatched') found.push({ icon: IconClock, what: t('jobs.state.waits') });
  if (job.sent_at) found.push({ icon: IconForward, what: t('jobs.state.sent'), at: job.sent_at });
  if (job.started_at)
    found.push({
      icon: IconRun,
      tone: hasEnded(job.status) ? 'plain' : 'run',
      what: t('jobs.state.started'),
      at: job.started_at,
    });
  return found;
}

function byHand(acts: readonly Entry[]): TimelineEntry[] {
  return [...acts].reverse().flatMap((entry): TimelineEntry[] => {
    if (entry.outcome !== 'success') return [];
    const actor = (
      <b>
        <VisibleText text={entry.actor.name} />
      </b>
    );
    if (entry.action === 'job.cancel')
      return [
        {
          icon: IconClose,
          tone: 'warn',
          what: rich('jobs.state.proposed', { what: <b>{t('jobs.state.cancel_word')}</b>, name: actor }),
          at: entry.at,
        },
      ];
    if (entry.action === 'job.complete_manual')
      return [
        {
          icon: IconEdit,
          tone: 'warn',
          what: rich('jobs.state.proposed', { what: <b>{t('jobs.state.closed_word')}</b>, name: actor }),
          at: entry.at,
        },
      ];
    return [];
  });
}

/** How much of its time a job has used; the words say it too. It follows the clock by itself, the timeline stands. */
function Progress(props: { job: Job }) {
  const seconds = () => jobSeconds(props.job) ?? 0;
  const limit = () => props.job.timeout_sec;
  return (
    <>
      {t('jobs.state.running_for', { time: formatDuration(seconds()), limit: formatDuration(limit()) })}
      <svg class="mt-1.5 block h-1.5 w-full" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="c-bar nil" width="100" height="6" />
        <rect class="c-bar" width={Math.min(1, seconds() / limit()) * 100} height="6" />
      </svg>
    </>
  );
}

/** How it ended, or that it is still to come. */
function ended(job: Job): TimelineEntry[] {
  const { word, tone, icon, spin } = jobLook(job);
  if (job.status === 'awaiting_approval' || job.status === 'rejected' || typeof icon === 'string') return [];
  if (hasEnded(job.status)) {
    const seconds = jobSeconds(job);
    return [
      {
        icon,
        tone,
        what: <b>{word}</b>,
        ...(seconds !== undefined && { sub: t('jobs.state.took', { time: formatDuration(seconds) }) }),
        at: job.finished_at,
      },
    ];
  }
  const going: TimelineEntry[] =
    job.status === 'dispatched'
      ? []
      : [
          {
            icon,
            tone,
            spin: spin === true,
            what: <b>{word}</b>,
            ...(job.started_at !== null && { sub: <Progress job={job} /> }),
          },
        ];
  return [...going, { icon: IconTodo, what: t('jobs.state.to_come'), todo: true }];
}

function by(word: string, actor: JobActor) {
  return rich('jobs.state.proposed', { what: <b>{word}</b>, name: <ActorName actor={actor} /> });
}

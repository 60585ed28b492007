import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { IconEdit, IconFailed, IconJobs, IconMore, IconShow } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { AskAi } from '../chat/ask-ai.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { isUnderWay, type Job, jobTitle, plainLine } from './job.ts';
import { type DraftStart, RunScriptDialog } from './run-script-dialog.tsx';

/** What can be done with a job now: decide on it, stop it, close it by hand, propose it once more. */
export function JobActs(props: { job: Job }) {
  const company = useCompany();
  const [open, setOpen] = createSignal<'again' | 'cancel' | 'complete'>();
  const shut = (isOpen: boolean) => !isOpen && setOpen(undefined);
  const stoppable = () => can('jobs.manage') && isUnderWay(props.job.status);
  return (
    <>
      <AskAi
        question={t('chat.about.job', {
          name: jobTitle(props.job),
          id: props.job.id,
          device: plainLine(props.job.agent_hostname),
        })}
      />
      <Show when={can('jobs.create')}>
        <Button icon={IconJobs} onClick={() => setOpen('again')}>
          {t('jobs.again')}
        </Button>
      </Show>
      <Show when={props.job.status === 'awaiting_approval' && hasPage('/approvals/:id')}>
        <LinkButton
          look="primary"
          icon={IconShow}
          href={company.href(`/approvals/${props.job.batch_id ?? props.job.id}`)}
        >
          {t('jobs.review')}
        </LinkButton>
      </Show>
      <Show when={stoppable() && props.job.status !== 'cancel_requested'}>
        <Button look="danger" icon={IconFailed} onClick={() => setOpen('cancel')}>
          {t('jobs.cancel')}
        </Button>
      </Show>
      <Show when={stoppable()}>
        <Menu
          placement="bottom-end"
          items={[{ label: t('jobs.complete'), icon: IconEdit, run: () => setOpen('complete') }]}
          trigger={(trigger) => <IconButton {...trigger} icon={IconMore} label={t('jobs.more_acts')} />}
        />
      </Show>
      <RunScriptDialog
        open={open() === 'again'}
        onOpenChange={shut}
        targets={[{ id: props.job.agent_id, hostname: props.job.agent_hostname, company: props.job.client_name }]}
        start={againOf(props.job)}
      />
      <CancelDialog job={props.job} open={open() === 'cancel'} onOpenChange={shut} />
      <CompleteDialog job={props.job} open={open() === 'complete'} onOpenChange={shut} />
    </>
  );
}

/** What a proposal of the same starts with. */
export function againOf({ shell, script, description, timeout_sec, script_id, args, env }: Job): DraftStart {
  return { shell, script, description, timeout_sec, args, env, ...(can('scripts.view') && { script_id }) };
}

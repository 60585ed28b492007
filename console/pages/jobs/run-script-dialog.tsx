import { Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconJobs, IconWaiting } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { createDraft, type Draft, type DraftStart, MAX_TARGETS, type Proposed, type ScriptTarget } from './draft.ts';
import { RunScriptForm } from './run-script-form.tsx';

export type { DraftStart, ScriptTarget } from './draft.ts';

export type RunScriptDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** One device, or up to 5,000. */
  targets: readonly ScriptTarget[];
  /** What the form starts with, for a script that is proposed once more. */
  start?: DraftStart;
};

const FORM_ID = 'run-script';

/** Proposes a script for one device or many, and says that it waits for approval. Every opening starts anew. */
export function RunScriptDialog(props: RunScriptDialogProps) {
  return (
    <Show when={props.open}>
      <OpenDialog {...props} />
    </Show>
  );
}

function OpenDialog(props: RunScriptDialogProps) {
  const draft = createDraft(() => props.targets, props.start);
  const close = () => props.onOpenChange(false);
  return (
    <Dialog
      open
      onOpenChange={props.onOpenChange}
      wide
      title={draft.proposed() ? t('run_script.done_title') : t('run_script.title')}
      foot={
        <Show when={draft.proposed()} fallback={<FormFoot draft={draft} tooMany={tooMany(props)} onCancel={close} />}>
          {(proposed) => <DoneFoot proposed={proposed()} onClose={close} />}
        </Show>
      }
    >
      <Show
        when={draft.proposed()}
        fallback={<RunScriptForm id={FORM_ID} draft={draft} targets={props.targets} tooMany={tooMany(props)} />}
      >
        {(proposed) => <Done proposed={proposed()} targets={props.targets} />}
      </Show>
    </Dialog>
  );
}

const tooMany = (props: RunScriptDialogProps) => props.targets.length > MAX_TARGETS;

function FormFoot(props: { draft: Draft; tooMany: boolean; onCancel: () => void }) {
  return (
    <>
      <span class="row sm dim mr-auto">
        <IconWaiting class="i-sm" />
        {t('run_script.waits')}
      </span>
      <Button onClick={() => props.onCancel()}>{t('ui.cancel')}</Button>
      <Button
        type="submit"
        form={FORM_ID}
        look="primary"
        icon={IconJobs}
        busy={props.draft.submit.busy()}
        disabled={props.tooMany}
      >
        {t('run_script.submit')}
      </Button>
    </>
  );
}

function Done(props: { proposed: Proposed; targets: readonly ScriptTarget[] }) {
  const companies = () => t('run_script.companies', { count: props.proposed.companies });
  return (
    <Note icon={IconWaiting}>
      <span role="status">
        {props.targets.length === 1
          ? rich('run_script.done_one', { name: <VisibleText text={props.targets[0]?.hostname ?? ''} /> })
          : t('run_script.done_many', { count: props.proposed.count, companies: companies() })}
      </span>
    </Note>
  );
}

/** On to where it waits, as far as this principal may go there. */
function DoneFoot(props: { proposed: Proposed; onClose: () => void }) {
  const company = useCompany();
  const next = () => {
    const { kind, id } = props.proposed;
    if (can('jobs.manage')) return { href: `/approvals/${id}`, label: t('run_script.open_approval') };
    if (can('jobs.view'))
      return { href: kind === 'job' ? `/jobs/${id}` : `/jobs/batch/${id}`, label: t('run_script.open_job') };
    return undefined;
  };
  return (
    <>
      <Button onClick={() => props.onClose()}>{t('ui.close')}</Button>
      <Show when={next()}>
        {(link) => (
          <LinkButton look="primary" href={company.href(link().href)}>
            {link().label}
          </LinkButton>
        )}
      </Show>
    </>
  );
}

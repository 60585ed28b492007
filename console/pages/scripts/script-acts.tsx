import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconCopy, IconDelete, IconMore, IconRun, IconWarn } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ScriptTarget } from '../jobs/draft.ts';
import { RunScriptDialog } from '../jobs/run-script-dialog.tsx';
import { ChooseDevices } from './choose-devices.tsx';
import { readScriptsAgain, type Script } from './queries.ts';

/** Run it, copy it, delete it. */
export function ScriptActs(props: { script: Script }) {
  const navigate = useNavigate();
  const company = useCompany();
  const [deleting, setDeleting] = createSignal(false);
  const copy = () => navigate(company.href(`/scripts/new?from=${props.script.id}`));
  return (
    <>
      <Show when={can('jobs.create') && can('devices.view')}>
        <Run script={props.script} />
      </Show>
      <Show when={can('scripts.manage')}>
        <Menu
          placement="bottom-end"
          items={[
            { label: t('scripts.copy'), icon: IconCopy, run: copy },
            { label: t('scripts.delete'), icon: IconDelete, danger: true, run: () => setDeleting(true) },
          ]}
          trigger={(trigger) => <IconButton {...trigger} icon={IconMore} label={t('scripts.more')} />}
        />
      </Show>
      <DeleteScript
        script={props.script}
        open={deleting()}
        onOpenChange={setDeleting}
        onDeleted={() => navigate(company.href('/scripts'), { replace: true })}
      />
    </>
  );
}

/** First where, then with what: one dialog after the other. */
function Run(props: { script: Script }) {
  const [step, setStep] = createSignal<'where' | 'what'>();
  const [targets, setTargets] = createSignal<readonly ScriptTarget[]>([]);
  const next = (chosen: readonly ScriptTarget[]) => {
    setTargets(chosen);
    setStep('what');
  };
  return (
    <>
      <Button look="primary" icon={IconRun} onClick={() => setStep('where')}>
        {t('scripts.run')}
      </Button>
      <Show when={step() === 'where'}>
        <ChooseDevices systems={props.script.systems} onCancel={() => setStep(undefined)} onChosen={next} />
      </Show>
      <RunScriptDialog
        open={step() === 'what'}
        onOpenChange={(open) => !open && setStep(undefined)}
        targets={targets()}
        start={{ script_id: props.script.id }}
      />
    </>
  );
}

type DeleteProps = { script: Script; open: boolean; onOpenChange: (open: boolean) => void; onDeleted: () => void };

function DeleteScript(props: DeleteProps) {
  const remove = createSubmit(async () => {
    const { id, name } = props.script;
    await api('DELETE /api/scripts/:id', { params: { id } });
    props.onDeleted();
    toast(t('scripts.deleted', { name }));
    await readScriptsAgain();
  });
  const inUse = () => {
    const error = remove.error();
    return error instanceof ApiError && error.code === 'script_in_use';
  };
  const uses = () => props.script.used_by.length + props.script.used_elsewhere;
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={(open) => {
        remove.clear();
        props.onOpenChange(open);
      }}
      title={t('scripts.delete_title', { name: props.script.name })}
      action={t('scripts.delete_action')}
      busy={remove.busy()}
      disabled={uses() > 0}
      onConfirm={remove.send}
    >
      <p>{props.script.builtin ? t('scripts.delete_why_builtin') : t('scripts.delete_why')}</p>
      <Show when={uses() > 0 || inUse()}>
        <Note icon={IconWarn} look="warn">
          {t('scripts.in_use')}
        </Note>
      </Show>
      <Show when={remove.error() !== undefined && !inUse()}>
        <ErrorState what={t('scripts.delete_failed')} error={remove.error()} />
      </Show>
    </ConfirmDialog>
  );
}

import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Submit } from '../../ui/form.ts';
import { IconApprovals } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { NumberField, ProgramFields } from '../monitoring/program-fields.tsx';
import type { TaskForm } from './draft.ts';
import { ScheduleCard } from './schedule-fields.tsx';

/** Paths of what the form shows an issue at; any other is told below it. */
export const issuePaths: readonly string[] = [
  ...['name', 'description', 'script_id', 'script', 'args', 'timeout_sec', 'timezone'],
  ...['interval_sec', 'run_at_minute', 'run_at_minutes', 'run_at'],
];

/** The cards of a task: what it is called and runs, and when. */
export function TaskFields(props: { form: TaskForm; submit: Submit; waiting?: boolean }) {
  const { draft, set } = props.form;
  return (
    <>
      <Card title={t('tasks.settings')} pad>
        <div class="stack">
          <TextField
            label={t('tasks.name')}
            value={draft.name}
            onChange={(name) => set('name', name)}
            error={props.submit.issue('name')}
            input={{ required: true, maxlength: 200, autocomplete: 'off' }}
          />
          <TextField
            label={t('tasks.description')}
            optional
            value={draft.description}
            onChange={(text) => set('description', text)}
            error={props.submit.issue('description')}
            input={{ maxlength: 2000, autocomplete: 'off' }}
          />
        </div>
      </Card>
      <Card title={t('tasks.program')} pad>
        <div class="stack">
          <ProgramFields
            program={draft.program}
            onChange={(change) => set('program', change)}
            issue={(path) => props.submit.issue(path)}
          />
          <div class="max-w-80">
            <NumberField
              label={t('checks.program_timeout')}
              optional
              value={draft.timeout}
              onChange={(timeout) => set('timeout', timeout)}
              wrong={draft.timeout !== '' && !/^\d+$/.test(draft.timeout.trim())}
              error={props.submit.issue('timeout_sec')}
            />
          </div>
          <Note icon={IconApprovals}>{props.waiting ? t('tasks.approval_kept') : t('tasks.approval_why')}</Note>
        </div>
      </Card>
      <ScheduleCard {...props} />
    </>
  );
}

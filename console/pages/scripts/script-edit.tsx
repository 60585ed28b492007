import { Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconInfo, IconWarn } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { bodyOf, createScriptDraft, draftOf, minutesValid } from './draft.ts';
import { readScriptsAgain, type Script } from './queries.ts';
import { ScriptForm, scriptFields } from './script-form.tsx';

/** The form of a script that is there. A save over somebody else's is refused, and both may be kept apart. */
export function ScriptEdit(props: { script: Script }) {
  const edited = createScriptDraft(() => draftOf(props.script));
  let base = props.script.version;
  const save = createSubmit(async () => {
    if (!minutesValid(edited.draft.minutes)) return;
    const body = { ...bodyOf(edited.draft, props.script), expected_version: base };
    const saved = await api('PUT /api/scripts/:id', { params: { id: props.script.id }, body });
    base = saved.version;
    await readScriptsAgain();
    edited.reset();
    toast(t('scripts.saved', { name: saved.name }));
  }, scriptFields);
  const drop = () => {
    base = props.script.version;
    edited.reset();
    save.clear();
  };
  // Until somebody types, the form follows what is saved, and so does what it is a change of.
  const overtaken = () => {
    const { version } = props.script;
    if (!edited.touched()) base = version;
    return version !== base;
  };
  const conflict = () => {
    const error = save.error();
    return error instanceof ApiError && error.code === 'version_conflict';
  };
  const uses = () => props.script.used_by.length + props.script.used_elsewhere;
  return (
    <ScriptForm
      edited={edited}
      submit={save}
      foot={
        <div class="card save-bar">
          <div class="stack grow gap-2">
            <Show when={overtaken() || conflict()}>
              <Note icon={IconWarn} look="warn">
                <p>{t('scripts.overtaken')}</p>
                <Button size="s" onClick={drop}>
                  {t('scripts.overtaken_drop')}
                </Button>
              </Note>
            </Show>
            <Show when={edited.touched() && uses() > 0}>
              <Note icon={IconInfo}>{t('scripts.save_reach', { count: uses() })}</Note>
            </Show>
            <Show when={save.error() !== undefined && !conflict()}>
              <ErrorState what={t('scripts.save_failed')} error={save.error()} />
            </Show>
          </div>
          <div class="form-actions justify-end">
            <Show when={edited.touched()}>
              <Button onClick={drop}>{t('scripts.discard')}</Button>
            </Show>
            <Button type="submit" look="primary" busy={save.busy()} disabled={!edited.touched()}>
              {t('scripts.save')}
            </Button>
          </div>
        </div>
      }
    />
  );
}

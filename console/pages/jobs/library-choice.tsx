import { createEffect, createMemo, on, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { ParameterFields } from '../scripts/parameter-fields.tsx';
import { useScripts } from '../scripts/queries.ts';
import { systemsText } from '../scripts/words.ts';
import type { Draft, ScriptTarget } from './draft.ts';

/** Stands for a text of one's own among the ids. */
const OWN = 'own';

/** One of the library, or a text of one's own; for one of the library, its parameters. */
export function LibraryChoice(props: { draft: Draft; targets: readonly ScriptTarget[] }) {
  const scripts = useScripts();
  const all = () => (scripts.isSuccess ? scripts.data.scripts : []);
  const chosen = () => all().find(({ id }) => id === props.draft.scriptId());
  const misfits = () => {
    const { systems = [] } = chosen() ?? {};
    if (systems.length === 0) return [];
    return props.targets.filter(({ family }) => family !== undefined && !systems.some((one) => one === family));
  };
  // What the dialog was opened with is known by its id alone until the library is read.
  createEffect(
    on(
      () => scripts.isSuccess,
      (read) => {
        if (read && props.draft.scriptId() !== undefined) props.draft.choose(chosen());
      },
    ),
  );
  // Kept while the library is the same: made anew, they would take back what somebody is typing.
  const options = createMemo(() => [
    { value: OWN, label: t('run_script.own_text') },
    ...all().map(({ id, name, description, category }) => ({
      value: id,
      label: shownText(name),
      hint: shownText([category, description].filter(Boolean).join(': ')),
    })),
  ]);
  return (
    <Show when={can('scripts.view') && all().length > 0}>
      <Combobox
        label={t('run_script.library')}
        options={options()}
        value={props.draft.scriptId() ?? OWN}
        // An emptied field chooses nothing; a text of one's own is a choice like the others.
        onChange={(id) => id !== undefined && props.draft.choose(all().find((script) => script.id === id))}
      />
      <Show when={chosen()}>
        {(script) => (
          <>
            <Show when={script().description}>
              <p class="muted sm">
                <VisibleText text={script().description} />
              </p>
            </Show>
            <Show when={misfits().length > 0}>
              <Note icon={IconWarn} look="warn">
                {t('run_script.wrong_system', {
                  systems: systemsText(script().systems),
                  count: misfits().length,
                })}
              </Note>
            </Show>
            <Show when={script().parameters.length > 0}>
              <ParameterFields
                parameters={script().parameters}
                values={props.draft.values}
                onChange={props.draft.setValue}
                issue={(name) => props.draft.submit.issue(`env.${name}`)}
              />
            </Show>
          </>
        )}
      </Show>
    </Show>
  );
}

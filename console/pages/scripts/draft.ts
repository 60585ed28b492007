import { createEffect, createSignal, on } from 'solid-js';
import { createStore, reconcile, unwrap } from 'solid-js/store';
import type { Parameter, Script, ScriptBody, Shell, System } from './queries.ts';

/** A script as a form holds it. */
export type ScriptDraft = {
  name: string;
  description: string;
  shell: Shell;
  body: string;
  category: string;
  parameters: Parameter[];
  systems: System[];
  /** As typed. */
  minutes: string;
};

export const emptyDraft: ScriptDraft = {
  name: '',
  description: '',
  shell: 'bash',
  body: '',
  category: '',
  parameters: [],
  systems: [],
  minutes: '60',
};

export function draftOf(script: Script): ScriptDraft {
  const { name, description, shell, body, category, parameters, systems, timeout_sec } = script;
  const minutes = String(Math.max(1, Math.round(timeout_sec / 60)));
  return structuredClone(unwrap({ name, description, shell, body, category, parameters, systems, minutes }));
}

export const minutesValid = (minutes: string): boolean =>
  /^\d{1,4}$/.test(minutes) && +minutes >= 1 && +minutes <= 1440;

/** What is sent. A limit that was not touched stays to the second. */
export function bodyOf(draft: ScriptDraft, before?: Script): Required<ScriptBody> {
  const { minutes, ...fields } = unwrap(draft);
  const same = before !== undefined && draftOf(before).minutes === minutes;
  return { ...fields, timeout_sec: same ? before.timeout_sec : Number(minutes) * 60 };
}

/** The state of a script being written. It follows what is saved until somebody types. */
export function createScriptDraft(start: () => ScriptDraft) {
  const [draft, setDraft] = createStore<ScriptDraft>(structuredClone(unwrap(start())));
  const [touched, setTouched] = createSignal(false);
  const reset = () => {
    setDraft(reconcile(structuredClone(unwrap(start()))));
    setTouched(false);
  };
  createEffect(
    on(
      start,
      () => {
        if (!touched()) reset();
      },
      { defer: true },
    ),
  );
  const set = (fields: Partial<ScriptDraft>) => {
    setTouched(true);
    setDraft(fields);
  };
  return { draft, set, touched, reset };
}
export type EditedDraft = ReturnType<typeof createScriptDraft>;

import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js';
import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { createSubmit } from '../../../ui/form.ts';
import { toast } from '../../../ui/toast.tsx';
import { type Config, keepConfig } from '../config-queries.ts';
import { keptSecret, secretInput } from '../secret-field.tsx';

type RemoteConfig = Config['remote'];
export type RemoteProvider = RemoteConfig['default'];

const FIELDS = ['remote.default', 'remote.extprov_a_url', 'remote.extprov_a_user', 'remote.extprov_a_token_key'];

const fromSaved = (saved: RemoteConfig) => ({
  /** "env": RMM_REMOTE_PROVIDER decides. */
  default: saved.saved_default ?? ('env' as const),
  url: saved.extprov_a_url ?? '',
  user: saved.extprov_a_user ?? '',
  a: saved.extprov_a_enabled,
  b: saved.extprov_b_enabled,
  key: keptSecret,
});
export type RemoteValues = ReturnType<typeof fromSaved>;

const same = (a: RemoteValues, b: RemoteValues): boolean => JSON.stringify(a) === JSON.stringify(b);

export type RemoteDraft = ReturnType<typeof createRemoteDraft>;

/** The state of the form over what is saved. It follows what somebody else saves, until something is typed. */
export function createRemoteDraft(saved: Accessor<RemoteConfig>) {
  const [values, setValues] = createSignal(fromSaved(saved()));
  const savedValues = createMemo(() => fromSaved(saved()), fromSaved(saved()), { equals: same });
  createEffect(on(savedValues, (now, before) => before && same(values(), before) && setValues(now)));
  const save = createSubmit(async () => {
    const { default: chosen, url, user, a, b, key } = values();
    const token = secretInput(key);
    const remote = {
      default: chosen === 'env' ? null : chosen,
      extprov_a_url: url,
      extprov_a_user: user,
      ...(token !== undefined && { extprov_a_token_key: token }),
      extprov_a_enabled: a,
      extprov_b_enabled: b,
    };
    setValues(fromSaved(keepConfig(await api('PUT /api/config', { body: { remote } })).remote));
    toast(t('remote_settings.saved'));
  }, FIELDS);
  return {
    values,
    change: (next: Partial<RemoteValues>) => setValues({ ...values(), ...next }),
    changed: createMemo(() => !same(values(), savedValues())),
    /** A key is stored and would go somewhere else: it has to be typed again. */
    keyNeeded: () =>
      saved().extprov_a_token_key_set &&
      values().key.text === '' &&
      !values().key.removed &&
      (values().url.trim() !== savedValues().url || values().user.trim() !== savedValues().user),
    save,
  };
}

import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js';
import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { createSubmit } from '../../../ui/form.ts';
import { toast } from '../../../ui/toast.tsx';
import { type Config, keepConfig } from '../config-queries.ts';
import { keptSecret, type SecretDraft, secretInput } from '../secret-field.tsx';

type AiConfig = Config['ai'];
export type Provider = NonNullable<AiConfig['provider']>;

/** Where providers are usually asked; a preset fills in the address and, where there is none, says so. */
export const presets = [
  { name: 'anthropic', provider: 'anthropic', base_url: 'https://api.anthropic.com/v1' },
  { name: 'openai', provider: 'openai_compatible', base_url: 'https://api.openai.com/v1' },
  { name: 'ollama', provider: 'openai_compatible', base_url: 'http://127.0.0.1:11434/v1' },
] as const satisfies readonly { name: string; provider: Provider; base_url: string }[];

const FIELDS = ['ai.provider', 'ai.base_url', 'ai.model', 'ai.api_key', 'ai.tokens_per_user_day'];

/** As the fields hold it. */
export type AiValues = {
  provider: Provider | 'none';
  base_url: string;
  model: string;
  tokens: string;
  key: SecretDraft;
};

const fromSaved = ({ provider, base_url, model, tokens_per_user_day }: AiConfig): AiValues => ({
  provider: provider ?? 'none',
  base_url: base_url ?? '',
  model,
  tokens: String(tokens_per_user_day),
  key: keptSecret,
});

const same = (a: AiValues, b: AiValues): boolean => JSON.stringify(a) === JSON.stringify(b);

export type AiDraft = ReturnType<typeof createAiDraft>;

/** The state of the form over what is saved. It follows what somebody else saves, until something is typed. */
export function createAiDraft(saved: Accessor<AiConfig>) {
  const [values, setValues] = createSignal<AiValues>(fromSaved(saved()));
  // Compared as text: the query's store changes in place.
  const savedValues = createMemo(() => fromSaved(saved()), fromSaved(saved()), { equals: same });
  createEffect(on(savedValues, (now, before) => before && same(values(), before) && setValues(now)));
  const change = (next: Partial<AiValues>) => setValues({ ...values(), ...next });

  const tokensValid = () => /^\d{4,10}$/.test(values().tokens) && Number(values().tokens) <= 1_000_000_000;
  const moved = () =>
    values().provider !== savedValues().provider || values().base_url.trim() !== savedValues().base_url;
  const save = createSubmit(async () => {
    const { provider, base_url, model, tokens, key } = values();
    const api_key = secretInput(key);
    const ai = {
      ...(provider === 'none'
        ? { provider: null }
        : { provider, base_url, model, ...(api_key !== undefined && { api_key }) }),
      tokens_per_user_day: Number(tokens),
    };
    setValues(fromSaved(keepConfig(await api('PUT /api/config', { body: { ai } })).ai));
    toast(t('ai_settings.saved'));
  }, FIELDS);
  return {
    values,
    change,
    /** The address of a preset; a key stays typed, since it may be the one for it. */
    choose: (name: (typeof presets)[number]['name']) => {
      const preset = presets.find((one) => one.name === name);
      if (preset) change({ provider: preset.provider, base_url: preset.base_url });
    },
    /** With another provider comes its own address, unless one was typed that no preset has. */
    setProvider: (provider: AiValues['provider']) => {
      const known = values().base_url === '' || presets.some(({ base_url }) => base_url === values().base_url);
      const own = presets.find((one) => one.provider === provider)?.base_url;
      change({ provider, ...(known && own !== undefined && { base_url: own }) });
    },
    tokensValid,
    changed: createMemo(() => !same(values(), savedValues())),
    /** A key is stored and would go somewhere else: it has to be typed again. */
    keyNeeded: () =>
      saved().api_key_set &&
      moved() &&
      values().provider !== 'none' &&
      values().key.text === '' &&
      !values().key.removed,
    save,
  };
}

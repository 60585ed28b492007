import { For, Show } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconWarn } from '../../../ui/icons.ts';
import { Note } from '../../../ui/status.tsx';
import { SecretField } from '../secret-field.tsx';
import { type AiDraft, presets } from './draft.ts';

/** Where the provider is asked, for which model, with which key. */
export function AddressFields(props: { draft: AiDraft; stored: boolean }) {
  const { values, change, choose, save } = props.draft;
  return (
    <>
      <div class="stack gap-2">
        <TextField
          label={t('ai_settings.base_url')}
          hint={t('ai_settings.base_url_why')}
          value={values().base_url}
          onChange={(base_url) => change({ base_url })}
          error={save.issue('ai.base_url')}
          input={{ type: 'url', autocomplete: 'off', spellcheck: false, maxlength: 1000 }}
        />
        <fieldset class="row flex-wrap">
          <legend class="vh">{t('ai_settings.presets')}</legend>
          <For each={presets}>
            {(preset) => (
              <Button
                size="s"
                pressed={values().base_url === preset.base_url && values().provider === preset.provider}
                onClick={() => choose(preset.name)}
              >
                {t(`ai_settings.preset.${preset.name}`)}
              </Button>
            )}
          </For>
        </fieldset>
      </div>
      <Show when={isPlain(values().base_url)}>
        <Note icon={IconWarn} look="warn">
          {t('ai_settings.plain')}
        </Note>
      </Show>
      <div class="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
        <TextField
          label={t('ai_settings.model')}
          hint={t('ai_settings.model_why')}
          value={values().model}
          onChange={(model) => change({ model })}
          error={save.issue('ai.model')}
          input={{ autocomplete: 'off', spellcheck: false, maxlength: 200, required: true }}
        />
        <SecretField
          label={t('ai_settings.key')}
          value={values().key}
          onChange={(key) => change({ key })}
          stored={props.stored}
          needed={props.draft.keyNeeded()}
          words={{
            kept: t('ai_settings.key_kept'),
            again: t('ai_settings.key_again'),
            none: t('ai_settings.key_none'),
            remove: t('ai_settings.key_remove'),
            keep: t('ai_settings.key_keep'),
            goes: t('ai_settings.key_goes'),
          }}
          error={save.issue('ai.api_key')}
        />
      </div>
    </>
  );
}

/** Without encryption, to another machine than the server's own. */
function isPlain(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}

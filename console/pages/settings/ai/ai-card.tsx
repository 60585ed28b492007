import { Show } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { can } from '../../../session.ts';
import { useCompany } from '../../../shell/company.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconOk, IconTodo } from '../../../ui/icons.ts';
import { StatusWord } from '../../../ui/status.tsx';
import type { Config } from '../config-queries.ts';
import { Refused } from '../refused.tsx';
import { AddressFields } from './address-fields.tsx';
import { type AiDraft, type AiValues, createAiDraft } from './draft.ts';
import { TestAi } from './test-ai.tsx';

/** The provider, how it is asked, and whether it answers. */
export function AiCard(props: { saved: Config['ai'] }) {
  const company = useCompany();
  const draft = createAiDraft(() => props.saved);
  const ready = () => draft.changed() && draft.tokensValid() && !draft.keyNeeded();
  return (
    <Card title={t('ai_settings.title')} end={<State available={props.saved.available} />} pad>
      <form class="stack gap-4" onSubmit={draft.save.onSubmit}>
        <p class="sm dim">{t('ai_settings.why')}</p>
        <Choices
          label={t('ai_settings.provider')}
          choices={(['anthropic', 'openai_compatible', 'none'] as const).map((value) => ({
            value,
            label: t(`ai_settings.provider.${value}`),
            hint: t(`ai_settings.provider.${value}_why`),
          }))}
          value={draft.values().provider}
          onChange={(provider: AiValues['provider']) => draft.setProvider(provider)}
        />
        <Show when={draft.values().provider !== 'none'}>
          <AddressFields draft={draft} stored={props.saved.api_key_set} />
        </Show>
        <Tokens draft={draft} />
        <Refused what={t('ai_settings.save_failed')} error={draft.save.error()} />
        <div class="form-actions">
          <Button type="submit" look="primary" busy={draft.save.busy()} disabled={!ready()}>
            {t('ai_settings.save')}
          </Button>
          <Show when={props.saved.available && can('ai_chat.use') && !draft.changed()}>
            <a class="link sm" href={company.href('/ai/chat')}>
              {t('ai_settings.open_chat')}
            </a>
          </Show>
        </div>
        <Show when={props.saved.available}>
          <hr />
          <TestAi of={props.saved} disabled={draft.changed()} />
        </Show>
      </form>
    </Card>
  );
}

function State(props: { available: boolean }) {
  return (
    <Show when={props.available} fallback={<StatusWord tone="idle" icon={IconTodo} word={t('ai_settings.off')} />}>
      <StatusWord tone="ok" icon={IconOk} word={t('ai_settings.on')} />
    </Show>
  );
}

function Tokens(props: { draft: AiDraft }) {
  const { values, change, tokensValid, save } = props.draft;
  return (
    <TextField
      label={t('ai_settings.tokens')}
      hint={t('ai_settings.tokens_why')}
      value={values().tokens}
      onChange={(tokens) => change({ tokens: tokens.replace(/[\s.,']/g, '') })}
      error={tokensValid() ? save.issue('ai.tokens_per_user_day') : t('ai_settings.tokens_wrong')}
      input={{ inputmode: 'numeric', autocomplete: 'off', required: true }}
    />
  );
}

import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { IconAi } from '../../ui/icons.ts';
import { useConfig } from '../settings/config-queries.ts';
import { chatAddress } from './suggestion.ts';

/** The way to a new chat with a question about what is on screen typed in; the reader sends it or does not. */
export function AskAi(props: { question: string }) {
  const company = useCompany();
  const config = useConfig();
  return (
    <Show when={can('ai_chat.use') && config.isSuccess && config.data.ai.available}>
      <LinkButton icon={IconAi} href={chatAddress(props.question, company.href)}>
        {t('chat.ask_about')}
      </LinkButton>
    </Show>
  );
}

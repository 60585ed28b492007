import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconInfo } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import { Note } from '../../../ui/status.tsx';
import type { Config } from '../config-queries.ts';
import { Refused } from '../refused.tsx';
import { SecretField } from '../secret-field.tsx';
import { createRemoteDraft, type RemoteDraft, type RemoteProvider } from './draft.ts';

const PROVIDERS: readonly RemoteProvider[] = ['native', 'files', 'terminal', 'extprov_a', 'extprov_b'];

/** What opens first, and the external tools. */
export function RemoteCard(props: { saved: Config['remote'] }) {
  const draft = createRemoteDraft(() => props.saved);
  const { values, change, save } = draft;
  /** What the server was started with, which is known while nothing else is saved. */
  const started = () =>
    props.saved.saved_default === null ? t(`remote_settings.provider.${props.saved.default}`) : undefined;
  return (
    <Card title={t('remote_settings.title')} pad>
      <form class="stack gap-4" onSubmit={save.onSubmit}>
        <Note icon={IconInfo}>{t('remote_settings.later')}</Note>
        <Select
          label={t('remote_settings.default')}
          hint={t('remote_settings.default_why')}
          options={[
            {
              value: 'env' as const,
              label: t('remote_settings.default_env'),
              ...(started() && { hint: started() ?? '' }),
            },
            ...PROVIDERS.map((value) => ({
              value,
              label: t(`remote_settings.provider.${value}`),
              disabled: (value === 'extprov_a' && !values().a) || (value === 'extprov_b' && !values().b),
            })),
          ]}
          value={values().default}
          onChange={(chosen) => change({ default: chosen })}
          error={save.issue('remote.default')}
        />
        <hr />
        <ToolA draft={draft} stored={props.saved.extprov_a_token_key_set} />
        <hr />
        <h3>{t('remote_settings.b')}</h3>
        <Checkbox
          checked={values().b}
          onChange={(b) => change({ b })}
          label={t('remote_settings.enabled')}
          hint={t('remote_settings.b_why')}
        />
        <Refused what={t('remote_settings.save_failed')} error={save.error()} />
        <div class="form-actions">
          <Button type="submit" look="primary" busy={save.busy()} disabled={!draft.changed() || draft.keyNeeded()}>
            {t('remote_settings.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function ToolA(props: { draft: RemoteDraft; stored: boolean }) {
  const { values, change, save } = props.draft;
  return (
    <>
      <h3>{t('remote_settings.a')}</h3>
      <Checkbox
        checked={values().a}
        onChange={(a) => change({ a })}
        label={t('remote_settings.enabled')}
        hint={t('remote_settings.a_why')}
      />
      <TextField
        label={t('remote_settings.url')}
        optional={!values().a}
        value={values().url}
        onChange={(url) => change({ url })}
        error={save.issue('remote.extprov_a_url')}
        input={{ type: 'url', autocomplete: 'off', spellcheck: false, maxlength: 1000 }}
      />
      <div class="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
        <TextField
          label={t('remote_settings.user')}
          optional
          value={values().user}
          onChange={(user) => change({ user })}
          error={save.issue('remote.extprov_a_user')}
          input={{ autocomplete: 'off', spellcheck: false, maxlength: 200 }}
        />
        <SecretField
          label={t('remote_settings.key')}
          value={values().key}
          onChange={(key) => change({ key })}
          stored={props.stored}
          needed={props.draft.keyNeeded()}
          words={{
            kept: t('remote_settings.key_kept'),
            again: t('remote_settings.key_again'),
            remove: t('remote_settings.key_remove'),
            keep: t('remote_settings.key_keep'),
            goes: t('remote_settings.key_goes'),
          }}
          error={save.issue('remote.extprov_a_token_key')}
        />
      </div>
    </>
  );
}

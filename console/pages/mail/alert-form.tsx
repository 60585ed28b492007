import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { Note } from '../../ui/status.tsx';
import type { AlertRelay, Security } from './queries.ts';
import { hostRefusal } from './refusals.ts';
import type { RelayDraft } from './relay-draft.ts';

const SECURITIES: readonly Security[] = ['starttls', 'tls', 'none'];

/** The fields of the server for alerts. */
export function AlertFields(props: { draft: RelayDraft; saved: AlertRelay }) {
  const { values, change, save, failure } = props.draft;
  return (
    <>
      <div class="grid grid-cols-[minmax(0,1fr)_96px] items-start gap-3">
        <TextField
          label={t('mail.host')}
          value={values().host}
          onChange={(host) => change({ host })}
          error={hostRefusal(failure()) ?? save.issue('host')}
          input={{
            autocomplete: 'off',
            spellcheck: false,
            maxlength: 255,
            required: true,
            placeholder: 'mail.example.com',
          }}
        />
        <TextField
          label={t('mail.port')}
          value={values().port}
          onChange={(port) => change({ port })}
          error={props.draft.portValid() ? save.issue('port') : t('mail.port_wrong')}
          input={{ inputmode: 'numeric', autocomplete: 'off', required: true }}
        />
      </div>
      <Select
        label={t('mail.security')}
        options={SECURITIES.map((value) => ({ value, label: t(`mail.security_${value}`) }))}
        value={values().security}
        onChange={props.draft.setSecurity}
      />
      <Show when={values().security === 'none'}>
        <Note icon={IconWarn} look="warn">
          {t('mail.plain')}
        </Note>
      </Show>
      <Login {...props} />
      <TextField
        label={t('mail.sender')}
        hint={t('mail.sender_hint')}
        value={values().sender}
        onChange={(sender) => change({ sender })}
        error={save.issue('sender')}
        input={{ autocomplete: 'off', spellcheck: false, maxlength: 320, required: true }}
      />
      <Checkbox
        checked={values().enabled}
        onChange={(enabled) => change({ enabled })}
        label={t('mail.enabled')}
        hint={t('mail.enabled_why')}
      />
    </>
  );
}

function Login(props: { draft: RelayDraft; saved: AlertRelay }) {
  const { values, change, save, passwordNeeded } = props.draft;
  const kept = () => props.saved.password_set && values().username !== '';
  return (
    <div class="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
      <TextField
        label={t('mail.username')}
        optional
        value={values().username}
        onChange={(username) => change({ username })}
        error={save.issue('username')}
        input={{ autocomplete: 'off', spellcheck: false, maxlength: 320 }}
      />
      <TextField
        label={t('mail.password')}
        optional={!kept()}
        hint={passwordNeeded() ? t('mail.password_again') : kept() ? t('mail.password_kept') : undefined}
        value={values().password}
        onChange={(password) => change({ password })}
        error={save.issue('password') && t('mail.password_again')}
        input={{
          type: 'password',
          autocomplete: 'new-password',
          maxlength: 1000,
          placeholder: kept() && !passwordNeeded() ? '••••••••' : '',
        }}
      />
    </div>
  );
}

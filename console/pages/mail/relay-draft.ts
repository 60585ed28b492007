import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { type AlertRelay, alertRelayKey, type Security } from './queries.ts';

/** As the fields hold it. */
export type RelayValues = Omit<AlertRelay, 'port' | 'password_set'> & { port: string; password: string };

export type RelayDraft = {
  values: Accessor<RelayValues>;
  change: (change: Partial<RelayValues>) => void;
  /** With its usual port, unless another was typed. */
  setSecurity: (security: Security) => void;
  portValid: Accessor<boolean>;
  /** Something differs from what is saved. */
  changed: Accessor<boolean>;
  /** A password is stored and the server or login is another one: it has to be typed again. */
  passwordNeeded: Accessor<boolean>;
  save: Submit;
  /** What the last save failed with, whole: some of it has a code that a field explains. */
  failure: Accessor<unknown>;
  /** Turns alert mail off and forgets the server. */
  forget: Submit;
};

const usualPort: Record<Security, string> = { tls: '465', starttls: '587', none: '25' };
const FIELDS = ['host', 'port', 'security', 'username', 'password', 'sender'];

/** The state of the form over the saved relay. It follows what somebody else saves, until something is typed. */
export function createRelayDraft(saved: Accessor<AlertRelay>, onForgotten: () => void): RelayDraft {
  const [values, setValues] = createSignal(fromSaved(saved()));
  const changed = createMemo(() => JSON.stringify(values()) !== JSON.stringify(fromSaved(saved())));
  createEffect(on(saved, (now, before) => before && isUntouched(values(), before) && setValues(fromSaved(now))));

  const stored = (relay: AlertRelay) => {
    queries.setQueryData(alertRelayKey, relay);
    setValues(fromSaved(relay));
  };
  const [failure, setFailure] = createSignal<unknown>();
  const save = createSubmit(async () => {
    setFailure(undefined);
    const { port, ...rest } = values();
    const body = { ...rest, port: Number(port) };
    stored(
      await api('PUT /api/config/smtp/alerts', { body }).catch((error: unknown) => {
        setFailure(error);
        throw error;
      }),
    );
    toast(t('mail.saved'));
  }, FIELDS);
  const forget = createSubmit(async () => {
    stored(await api('PUT /api/config/smtp/alerts', { body: { host: '' } }));
    save.clear();
    setFailure(undefined);
    onForgotten();
    toast(t('mail.forgotten'));
  });
  return {
    values,
    change: (change) => setValues({ ...values(), ...change }),
    setSecurity: (security) => {
      const { port, security: before } = values();
      setValues({ ...values(), security, port: port === usualPort[before] ? usualPort[security] : port });
    },
    portValid: () => /^\d{1,5}$/.test(values().port) && Number(values().port) >= 1 && Number(values().port) <= 65_535,
    changed,
    passwordNeeded: () => saved().password_set && values().password === '' && isMoved(values(), saved()),
    save,
    failure,
    forget,
  };
}

/** A relay that has never been set would be switched on by its first save. */
const fromSaved = ({ password_set: _, port, ...relay }: AlertRelay): RelayValues => ({
  ...relay,
  enabled: relay.host === '' || relay.enabled,
  port: String(port),
  password: '',
});

const isUntouched = (values: RelayValues, saved: AlertRelay): boolean =>
  JSON.stringify(values) === JSON.stringify(fromSaved(saved));

/** As domain/mail/alert-relay.ts has it: a stored password stays where it is. Without a login it is forgotten. */
const isMoved = (values: RelayValues, saved: AlertRelay): boolean =>
  values.username !== '' &&
  (values.host.trim().toLowerCase() !== saved.host ||
    values.port !== String(saved.port) ||
    values.security !== saved.security ||
    values.username !== saved.username);

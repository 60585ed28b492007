import type { PasswordChange, SecondFactorChange } from '../content.ts';
import type { ChangeLetters } from './words.ts';

const YOURS = 'Wenn Sie das waren, müssen Sie nichts tun.';

/** `more` follows as a sentence of its own. */
const secondFactor: Record<SecondFactorChange, { said: string; more?: string }> = {
  app_added: { said: 'Anmeldung in zwei Schritten eingeschaltet' },
  app_replaced: { said: 'Andere Authenticator-App eingerichtet' },
  turned_off: { said: 'Anmeldung in zwei Schritten ausgeschaltet', more: 'Passkeys wurden mit ihr entfernt.' },
  reset: {
    said: 'Anmeldung in zwei Schritten von einem Administrator zurückgesetzt',
    more: 'Authenticator-App, Wiederherstellungscodes und Passkeys wurden entfernt.',
  },
  passkey_added: { said: 'Passkey hinzugefügt' },
  passkey_removed: { said: 'Passkey entfernt' },
  recovery_codes_renewed: { said: 'Neue Wiederherstellungscodes erstellt', more: 'Die alten gelten nicht mehr.' },
};

/** What is said of a new password, and what to do if it was somebody else. */
const password: Record<PasswordChange, { said: (time: string) => string; notes: string[] }> = {
  by_owner: {
    said: (time) => `wurde am ${time} geändert`,
    notes: [
      YOURS,
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort: Fordern Sie auf der Anmeldeseite sofort ein neues an, und benachrichtigen Sie einen Administrator.',
    ],
  },
  by_link: {
    said: (time) => `wurde am ${time} geändert, über einen Link, der Ihnen gesendet wurde`,
    notes: [
      YOURS,
      'Wenn Sie das nicht waren, liest jemand Ihre E-Mails mit: Sichern Sie zuerst Ihr Postfach, fordern Sie dann auf der Anmeldeseite ein neues Passwort an, und benachrichtigen Sie einen Administrator.',
    ],
  },
  by_administrator: {
    said: (time) => `wurde am ${time} von einem Administrator festgelegt`,
    notes: [
      'Wenn Sie darum gebeten haben, ersetzen Sie es nach der Anmeldung durch eines, das nur Sie kennen.',
      'Wenn das nicht mit Ihnen abgesprochen ist, fordern Sie auf der Anmeldeseite ein neues Passwort an, und benachrichtigen Sie sofort einen anderen Administrator.',
    ],
  },
};

export const changes: ChangeLetters = {
  'account.password_changed': ({ username, at, change }, { instance, time }) => ({
    subject: `Ihr Passwort für ${instance} wurde geändert`,
    greeting: `Guten Tag ${username},`,
    paragraphs: [`das Passwort Ihres Kontos auf ${instance} ${password[change].said(time(at))}.`],
    notes: password[change].notes,
  }),
  'account.email_changed': ({ username, at, to }, { instance, time }) => ({
    subject: `Ihre Adresse für ${instance} wurde ${to ? 'geändert' : 'entfernt'}`,
    greeting: `Guten Tag ${username},`,
    paragraphs: [
      to
        ? `ein Administrator hat die E-Mail-Adresse Ihres Kontos auf ${instance} am ${time(at)} geändert. Die neue ist ${to}.`
        : `ein Administrator hat die E-Mail-Adresse Ihres Kontos auf ${instance} am ${time(at)} entfernt.`,
    ],
    notes: [
      'E-Mails zu diesem Konto kommen nicht mehr hierher.',
      to
        ? 'Wenn das nicht mit Ihnen abgesprochen ist, benachrichtigen Sie sofort einen Administrator: Wer die E-Mails an die neue Adresse liest, kann Ihr Passwort festlegen.'
        : 'Wenn das nicht mit Ihnen abgesprochen ist, benachrichtigen Sie einen Administrator.',
    ],
  }),
  'account.second_factor_changed': ({ username, at, change }, { instance, time }) => ({
    subject: `${secondFactor[change].said} für ${instance}`,
    greeting: `Guten Tag ${username},`,
    paragraphs: [
      `an Ihrem Konto auf ${instance} wurde am ${time(at)} etwas geändert: ${secondFactor[change].said}.`,
      ...(secondFactor[change].more ? [secondFactor[change].more] : []),
    ],
    notes: [
      change === 'reset' ? 'Wenn Sie darum gebeten haben, richten Sie die Anmeldung in zwei Schritten neu ein.' : YOURS,
      change === 'reset'
        ? 'Wenn das nicht mit Ihnen abgesprochen ist, ändern Sie sofort Ihr Passwort, und benachrichtigen Sie einen Administrator.'
        : 'Wenn Sie das nicht waren, ist jemand in Ihrem Konto: Ändern Sie sofort Ihr Passwort, das beendet alle anderen Sitzungen, und benachrichtigen Sie einen Administrator.',
    ],
  }),
  'account.sso_changed': ({ username, at, change }, { instance, time }) => ({
    subject:
      change === 'linked'
        ? `Single Sign-on für Ihr Konto auf ${instance} eingerichtet`
        : `Single Sign-on von Ihrem Konto auf ${instance} entfernt`,
    greeting: `Guten Tag ${username},`,
    paragraphs: [
      change === 'linked'
        ? `Ihr Konto auf ${instance} wurde am ${time(at)} mit Single Sign-on verknüpft, von jemandem, der sich dort mit Ihrer Adresse angemeldet hat.`
        : `ein Administrator hat die Verknüpfung Ihres Kontos auf ${instance} mit Single Sign-on am ${time(at)} gelöst. Wenn Sie kein Passwort haben, fordern Sie auf der Anmeldeseite eines an.`,
    ],
    notes:
      change === 'linked'
        ? [YOURS, 'Wenn Sie das nicht waren, benachrichtigen Sie sofort einen Administrator.']
        : ['Wenn das nicht mit Ihnen abgesprochen ist, benachrichtigen Sie sofort einen Administrator.'],
  }),
};

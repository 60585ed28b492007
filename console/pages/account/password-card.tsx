import { createSignal } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { passwordIssues, refusalOf } from '../settings/refusals.ts';
import { Refused } from '../settings/refused.tsx';

/** Codes that a field shows. */
const SHOWN_BY_FIELDS = ['wrong_password'];

/** Another password, against the current one. The other sessions end with it. */
export function PasswordCard() {
  const [current, setCurrent] = createSignal('');
  const [next, setNext] = createSignal('');
  const [failure, setFailure] = createSignal<unknown>();
  const form = createSubmit(async () => {
    setFailure(undefined);
    await api('POST /api/me/password', { body: { current_password: current(), new_password: next() } }).catch(
      (error: unknown) => {
        setFailure(error);
        throw error;
      },
    );
    setCurrent('');
    setNext('');
    void queries.invalidateQueries({ queryKey: ['me'] });
    toast(t('me.password_changed'));
  }, ['current_password', 'new_password']);
  return (
    <Card title={t('me.password')} pad>
      <form class="stack max-w-100" onSubmit={form.onSubmit}>
        {/* For password managers: whose password it is. */}
        <input class="hidden" type="text" autocomplete="username" value={me()?.user?.username ?? ''} readOnly />
        <TextField
          label={t('me.current_password')}
          value={current()}
          onChange={setCurrent}
          error={form.issue('current_password') ?? refusalOf(failure(), ...SHOWN_BY_FIELDS)}
          input={{ type: 'password', autocomplete: 'current-password', required: true }}
        />
        <TextField
          label={t('me.new_password')}
          hint={t('me.password_hint')}
          value={next()}
          onChange={setNext}
          error={refusalOf(failure(), 'password_unchanged') ?? passwordIssues(failure(), 'new_password')}
          input={{ type: 'password', autocomplete: 'new-password', required: true }}
        />
        <Refused
          what={t('me.password_failed')}
          error={refusalOf(failure(), ...SHOWN_BY_FIELDS) ? undefined : form.error()}
        />
        <div class="form-actions">
          <Button type="submit" look="primary" busy={form.busy()}>
            {t('me.password_change')}
          </Button>
          <span class="hint">{t('me.password_why')}</span>
        </div>
      </form>
    </Card>
  );
}

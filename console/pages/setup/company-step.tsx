import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { ErrorState } from '../../ui/states.tsx';
import { issueToken, type Placement } from './placement.ts';

/** Names the first company and its site. What an earlier attempt already made is used, not made twice. */
export function CompanyStep(props: { placement: Placement | undefined; onDone: (placement: Placement) => void }) {
  const [company, setCompany] = createSignal(props.placement?.company ?? '');
  const [site, setSite] = createSignal(props.placement?.site.name ?? '');

  const form = createSubmit(async () => {
    const { clients } = await api('GET /api/clients');
    const name = company().trim();
    const client = clients.find((one) => one.name === name) ?? (await api('POST /api/clients', { body: { name } }));
    const { sites } = await api('GET /api/sites', { query: { client_id: client.id } });
    const siteName = site().trim();
    const place =
      sites.find((one) => one.name === siteName) ??
      (await api('POST /api/sites', { body: { client_id: client.id, name: siteName } }));
    const token = await issueToken(place.id);
    void queries.invalidateQueries({ queryKey: ['clients'] });
    props.onDone({ company: client.name, site: place, token });
  }, ['name']);

  return (
    <form class="stack gap-5" onSubmit={form.onSubmit}>
      <div>
        <h1>{t('setup.company_title')}</h1>
        <p class="dim">{t('setup.company_why')}</p>
      </div>
      <Card pad>
        <div class="stack">
          <TextField
            label={t('setup.company')}
            hint={t('setup.company_hint')}
            value={company()}
            onChange={setCompany}
            error={form.issue('name')}
            size="l"
            input={{ autocomplete: 'organization', required: true, maxlength: 200, ref: focusSoon }}
          />
          <TextField
            label={t('setup.site')}
            hint={t('setup.site_hint')}
            value={site()}
            onChange={setSite}
            size="l"
            input={{ autocomplete: 'off', required: true, maxlength: 200 }}
          />
          <Show when={form.error() !== undefined}>
            <ErrorState what={t('setup.company_failed')} error={form.error()} />
          </Show>
        </div>
      </Card>
      <div class="form-actions justify-end">
        <Button type="submit" look="primary" size="l" busy={form.busy()}>
          {t('setup.company_submit')}
        </Button>
      </div>
    </form>
  );
}

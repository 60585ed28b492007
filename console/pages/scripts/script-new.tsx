import { useNavigate, useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconLock } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { bodyOf, createScriptDraft, draftOf, emptyDraft, minutesValid, type ScriptDraft } from './draft.ts';
import { readScriptsAgain, useScript } from './queries.ts';
import { ScriptForm, scriptFields } from './script-form.tsx';

/** /scripts/new: an empty script, or a copy of another one (`?from=`). */
export default function ScriptNew() {
  const company = useCompany();
  const [search] = useSearchParams<{ from?: string }>();
  const source = useScript(() => search.from);
  return (
    <Page title={t('scripts.new')} crumbs={[{ label: t('scripts.title'), href: company.href('/scripts') }]}>
      <Show
        when={can('scripts.manage')}
        fallback={
          <Card>
            <EmptyState icon={IconLock} title={t('scripts.not_allowed')}>
              {t('scripts.not_allowed_why')}
            </EmptyState>
          </Card>
        }
      >
        <Show when={search.from} fallback={<New start={emptyDraft} />}>
          <Loaded query={source} failed={t('scripts.one_failed')}>
            {(script) => <New start={{ ...draftOf(script()), name: t('scripts.copy_of', { name: script().name }) }} />}
          </Loaded>
        </Show>
      </Show>
    </Page>
  );
}

function New(props: { start: ScriptDraft }) {
  const navigate = useNavigate();
  const company = useCompany();
  const { start } = props; // the copy begins once; what happens to its source later is another story
  const edited = createScriptDraft(() => start);
  const submit = createSubmit(async () => {
    if (!minutesValid(edited.draft.minutes)) return;
    const made = await api('POST /api/scripts', { body: bodyOf(edited.draft) });
    await readScriptsAgain();
    toast(t('scripts.saved', { name: made.name }));
    navigate(company.href(`/scripts/${made.id}`), { replace: true });
  }, scriptFields);
  return (
    <ScriptForm
      edited={edited}
      submit={submit}
      foot={
        <div class="card save-bar">
          <div class="stack grow gap-2">
            <Show when={submit.error() !== undefined}>
              <ErrorState what={t('scripts.save_failed')} error={submit.error()} />
            </Show>
          </div>
          <div class="form-actions justify-end">
            <Button type="submit" look="primary" busy={submit.busy()}>
              {t('scripts.create')}
            </Button>
          </div>
        </div>
      }
    />
  );
}

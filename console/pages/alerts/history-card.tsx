import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Timeline } from '../../ui/facts.tsx';
import { TextArea } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { ErrorState, Loaded } from '../../ui/states.tsx';
import type { Alert } from './alert.ts';
import { alertsChanged } from './changed.ts';
import { useAlertEvents } from './queries.ts';
import { entryOf } from './timeline.tsx';

/** What became of the alert, newest first, and the field for a note. */
export function HistoryCard(props: { alert: Alert }) {
  const events = useAlertEvents(() => props.alert.id);
  return (
    <Card title={t('alerts.timeline')} pad>
      <Show when={can('alerts.manage')}>
        <NoteForm id={props.alert.id} />
      </Show>
      <Loaded query={events} failed={t('alerts.timeline_failed')}>
        {(loaded) => (
          <>
            <Timeline entries={loaded().events.map((event) => entryOf(event, props.alert))} />
            <Show when={loaded().next_cursor}>
              <p class="sm muted">{t('alerts.timeline_more')}</p>
            </Show>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function NoteForm(props: { id: string }) {
  const [note, setNote] = createSignal('');
  const form = createSubmit(async () => {
    await api('POST /api/alerts/:id/notes', { params: { id: props.id }, body: { note: note() } });
    setNote('');
    alertsChanged();
  }, ['note']);
  return (
    <form class="stack mb-4 gap-2" onSubmit={form.onSubmit}>
      <TextArea
        label={t('alerts.note')}
        rows={2}
        value={note()}
        onChange={setNote}
        error={form.issue('note')}
        input={{ maxlength: 2000 }}
      />
      <div>
        <Button type="submit" size="s" busy={form.busy()} disabled={note().trim() === ''}>
          {t('alerts.note_add')}
        </Button>
      </div>
      <Show when={form.error() !== undefined}>
        <ErrorState what={t('alerts.note_failed')} error={form.error()} />
      </Show>
    </form>
  );
}

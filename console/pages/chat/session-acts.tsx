import { createSignal, onMount } from 'solid-js';
import { api } from '../../api.ts';
import { ApiError } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { errorAdvice } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { type ChatSession, sessionTitle } from './chat.ts';

const readAgain = () => queries.invalidateQueries({ queryKey: ['chat_sessions'] });

/** The name of a conversation as a field in its place. Enter and leaving it save, Escape does not. */
export function RenameSession(props: { session: ChatSession; onDone: () => void }) {
  const [title, setTitle] = createSignal(props.session.title);
  let field!: HTMLInputElement;
  let done = false;
  onMount(() => {
    field.focus();
    field.select();
  });
  async function save() {
    if (done) return;
    done = true;
    const wanted = title().trim();
    if (wanted === '' || wanted === props.session.title) return props.onDone();
    try {
      await api('PATCH /api/chat/sessions/:id', { params: { id: props.session.id }, body: { title: wanted } });
      await readAgain();
    } catch (error) {
      toast(`${t('chat.rename_failed')} ${errorAdvice(error)}`, { look: 'err' });
    }
    props.onDone();
  }
  return (
    <input
      ref={field}
      class="input"
      aria-label={t('chat.name')}
      maxlength={200}
      value={title()}
      onInput={(event) => setTitle(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === 'Enter') void save();
        if (event.key !== 'Escape') return;
        done = true;
        event.stopPropagation();
        props.onDone();
      }}
    />
  );
}

type DeleteSessionProps = {
  session: ChatSession;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
};

/** Asks before a conversation goes for good. */
export function DeleteSession(props: DeleteSessionProps) {
  const form = createSubmit(async () => {
    const { id } = props.session;
    await api('DELETE /api/chat/sessions/:id', { params: { id } }).catch((error: unknown) => {
      // Another tab was quicker.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
    props.onOpenChange(false);
    props.onDeleted();
    queries.removeQueries({ queryKey: ['chat_sessions', id] });
    void readAgain();
    toast(t('chat.deleted'));
  });
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('chat.delete_title', { name: sessionTitle(props.session) })}
      action={t('chat.delete')}
      busy={form.busy()}
      onConfirm={form.send}
    >
      <p>{t('chat.delete_why')}</p>
      <Refused what={t('chat.delete_failed')} error={form.error()} />
    </ConfirmDialog>
  );
}

import { useQuery } from '@tanstack/solid-query';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { api } from '../api.ts';
import { t } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { IconCheck, IconCompany, IconUpDown } from '../ui/icons.ts';
import { Popover } from '../ui/popover.tsx';
import { useCompany } from './company.ts';

/** From this many companies on, a field finds them. */
const FIELD_FROM = 9;

/** Chooses the company that every page is filtered by. */
export function CompanySwitcher() {
  const company = useCompany();
  const [open, setOpen] = createSignal(false);
  const [text, setText] = createSignal('');
  const clients = useQuery(() => ({
    queryKey: ['clients'],
    queryFn: ({ signal }) => api('GET /api/clients', { signal }),
  }));
  const all = () => (clients.isSuccess ? clients.data.clients : []);
  const chosen = () => all().find((client) => client.id === company.id());
  const shown = createMemo(() =>
    all().filter((client) => client.name.toLowerCase().includes(text().trim().toLowerCase())),
  );
  const name = () => chosen()?.name ?? (company.id() === undefined ? t('company.all') : t('company.one'));

  function choose(id: string | undefined) {
    company.choose(id);
    setOpen(false);
    setText('');
  }
  return (
    <Popover
      label={t('company.choose')}
      class="w-64"
      open={open()}
      onOpenChange={setOpen}
      trigger={(trigger) => (
        <Button
          look="quiet"
          icon={IconCompany}
          class="max-w-full min-w-0 shrink"
          aria-label={t('company.label', { name: name() })}
          {...trigger}
        >
          <span class="ellipsis">{name()}</span>
          <IconUpDown class="i-sm" />
        </Button>
      )}
    >
      <Show when={all().length >= FIELD_FROM}>
        <div class="p-1">
          <TextField
            label={t('company.find')}
            class="[&_.head]:hidden"
            value={text()}
            onChange={setText}
            input={{ placeholder: t('company.find') }}
          />
        </div>
      </Show>
      <div class="max-h-80 overflow-auto">
        <Show when={text() === ''}>
          <Choice name={t('company.all')} chosen={company.id() === undefined} onChoose={() => choose(undefined)} />
        </Show>
        <For each={shown()}>
          {(client) => (
            <Choice name={client.name} chosen={client.id === company.id()} onChoose={() => choose(client.id)} />
          )}
        </For>
      </div>
    </Popover>
  );
}

function Choice(props: { name: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      class="pop-item w-full text-left"
      aria-current={props.chosen}
      onClick={() => props.onChoose()}
    >
      <Show when={props.chosen} fallback={<IconCompany class="i-sm" />}>
        <IconCheck class="i-sm" />
      </Show>
      <span class="ellipsis" title={props.name}>
        {props.name}
      </span>
    </button>
  );
}

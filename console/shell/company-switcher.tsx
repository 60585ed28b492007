import { useQuery } from '@tanstack/solid-query';
import { createSignal, For, type JSX, Show } from 'solid-js';
import { api, type Output } from '../api.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { IconCheck, IconCompany, IconUpDown } from '../ui/icons.ts';
import { Popover } from '../ui/popover.tsx';
import { useCompany } from './company.ts';

type Client = Output<'GET /api/clients'>['clients'][number];

/** From this many companies on, a field finds them. */
const FIELD_FROM = 9;

/** Chooses the company that every page is filtered by. */
export function CompanySwitcher() {
  const company = useCompany();
  const [open, setOpen] = createSignal(false);
  const query = useQuery(() => ({
    queryKey: ['clients'],
    queryFn: ({ signal }) => api('GET /api/clients', { signal }),
  }));
  const clients = () => (query.isSuccess ? query.data.clients : []);
  const chosen = () => clients().find((client) => client.id === company.id())?.name;
  const name = () => chosen() ?? (company.id() === undefined ? t('company.all') : t('company.one'));
  const trigger = (props: object): JSX.Element => (
    <Button
      look="quiet"
      icon={IconCompany}
      class="max-w-full min-w-0 shrink"
      aria-label={t('company.label', { name: name() })}
      {...props}
    >
      <span class="ellipsis">{name()}</span>
      <IconUpDown class="i-sm" />
    </Button>
  );
  return (
    <Popover label={t('company.choose')} class="w-64" open={open()} onOpenChange={setOpen} trigger={trigger}>
      <CompanyList
        clients={clients()}
        chosen={company.id()}
        onChoose={(id) => {
          company.choose(id);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

type ListProps = { clients: Client[]; chosen: string | undefined; onChoose: (id: string | undefined) => void };

function CompanyList(props: ListProps) {
  const [text, setText] = createSignal('');
  const found = () => props.clients.filter(({ name }) => name.toLowerCase().includes(text().trim().toLowerCase()));
  return (
    <>
      <Show when={props.clients.length >= FIELD_FROM}>
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
          <Choice
            name={t('company.all')}
            chosen={props.chosen === undefined}
            onChoose={() => props.onChoose(undefined)}
          />
        </Show>
        <For each={found()}>
          {(client) => (
            <Choice
              name={client.name}
              count={client.device_count}
              chosen={client.id === props.chosen}
              onChoose={() => props.onChoose(client.id)}
            />
          )}
        </For>
      </div>
    </>
  );
}

function Choice(props: { name: string; count?: number; chosen: boolean; onChoose: () => void }) {
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
      <Show when={props.count !== undefined}>
        <span class="end">{formatNumber(props.count ?? 0)}</span>
      </Show>
    </button>
  );
}

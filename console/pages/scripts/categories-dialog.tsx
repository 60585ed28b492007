import { createSignal, For, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconAdd, IconDelete, IconEdit, IconWarn } from '../../ui/icons.ts';
import { ErrorState, Loaded } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { type Category, readScriptsAgain, useCategories } from './queries.ts';
import { sameCategory } from './words.ts';

/** Adds, renames and deletes categories, in place: no dialog comes over this one. */
export function CategoriesDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('scripts.categories')}
      foot={<Button onClick={() => props.onOpenChange(false)}>{t('ui.close')}</Button>}
    >
      <div class="stack">
        <Add />
        <List />
      </div>
    </Dialog>
  );
}

function Add() {
  const [name, setName] = createSignal('');
  const add = createSubmit(async () => {
    await api('POST /api/script-categories', { body: { name: name() } });
    await readScriptsAgain();
    setName('');
  }, ['name']);
  const taken = () => {
    const error = add.error();
    return error instanceof ApiError && error.code === 'name_taken' ? t('scripts.category_taken') : undefined;
  };
  return (
    <form class="stack gap-2" onSubmit={add.onSubmit}>
      <div class="row items-end">
        <TextField
          class="grow"
          label={t('scripts.category_new')}
          value={name()}
          onChange={setName}
          error={add.issue('name') ?? taken()}
          input={{ required: true, maxlength: 100, autocomplete: 'off' }}
        />
        <Button type="submit" icon={IconAdd} busy={add.busy()}>
          {t('scripts.category_add')}
        </Button>
      </div>
      <Show when={add.error() !== undefined && !taken()}>
        <ErrorState what={t('scripts.category_failed')} error={add.error()} />
      </Show>
    </form>
  );
}

type Open = { name: string; act: 'rename' | 'delete' };

function List() {
  const categories = useCategories();
  const [open, setOpen] = createSignal<Open>();
  // Only what is done: meanwhile another one may have been opened.
  const shut = (done: Open) => setOpen((now) => (now === done ? undefined : now));
  return (
    <Loaded query={categories} failed={t('scripts.categories_failed')}>
      {(data) => (
        <Show when={data().categories.length > 0} fallback={<p class="muted sm">{t('scripts.categories_none')}</p>}>
          <ul class="list">
            <For each={data().categories}>
              {(category) => (
                <li>
                  <Show
                    when={open()?.name === category.name && open()}
                    keyed
                    fallback={<Row category={category} onAct={(act) => setOpen({ name: category.name, act })} />}
                  >
                    {(opened) =>
                      opened.act === 'rename' ? (
                        <Rename category={category} all={data().categories} onDone={() => shut(opened)} />
                      ) : (
                        <Remove category={category} onDone={() => shut(opened)} />
                      )
                    }
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
      )}
    </Loaded>
  );
}

function Row(props: { category: Category; onAct: (act: 'rename' | 'delete') => void }) {
  return (
    <>
      <span class="grow">
        <VisibleText text={props.category.name} />{' '}
        <span class="xs muted">{t('scripts.count', { count: props.category.count })}</span>
      </span>
      <IconButton
        size="s"
        look="quiet"
        icon={IconEdit}
        label={t('scripts.category_rename', { name: props.category.name })}
        onClick={() => props.onAct('rename')}
      />
      <IconButton
        size="s"
        look="quiet"
        icon={IconDelete}
        label={t('scripts.category_delete', { name: props.category.name })}
        onClick={() => props.onAct('delete')}
      />
    </>
  );
}

type ActProps = { category: Category; onDone: () => void };

function Rename(props: ActProps & { all: readonly Category[] }) {
  const [name, setName] = createSignal(props.category.name);
  const rename = createSubmit(async () => {
    await api('PUT /api/script-categories/:name', { params: { name: props.category.name }, body: { name: name() } });
    await readScriptsAgain();
    props.onDone();
  }, ['name']);
  const merges = () =>
    props.all.find((one) => sameCategory(one.name, name().trim()) && !sameCategory(one.name, props.category.name));
  return (
    <form class="stack grow gap-2" onSubmit={rename.onSubmit}>
      <TextField
        label={t('scripts.category_name')}
        value={name()}
        onChange={setName}
        error={rename.issue('name')}
        input={{
          required: true,
          maxlength: 100,
          autocomplete: 'off',
          ref: (field) => queueMicrotask(() => field.select()),
        }}
      />
      <Show when={merges()}>
        {(other) => (
          <Note icon={IconWarn} look="warn">
            {t('scripts.category_merges', { name: other().name })}
          </Note>
        )}
      </Show>
      <Show when={rename.error() !== undefined}>
        <ErrorState what={t('scripts.category_failed')} error={rename.error()} />
      </Show>
      <div class="row justify-end">
        <Button size="s" onClick={props.onDone}>
          {t('ui.cancel')}
        </Button>
        <Button size="s" type="submit" look="primary" busy={rename.busy()}>
          {merges() ? t('scripts.category_merge') : t('scripts.category_save')}
        </Button>
      </div>
    </form>
  );
}

function Remove(props: ActProps) {
  const remove = createSubmit(async () => {
    await api('DELETE /api/script-categories/:name', { params: { name: props.category.name } });
    await readScriptsAgain();
    props.onDone();
  });
  return (
    <div class="stack grow gap-2">
      <p>
        {props.category.count > 0
          ? t('scripts.category_delete_keeps', { name: props.category.name, count: props.category.count })
          : t('scripts.category_delete_empty', { name: props.category.name })}
      </p>
      <Show when={remove.error() !== undefined}>
        <ErrorState what={t('scripts.category_failed')} error={remove.error()} />
      </Show>
      <div class="row justify-end">
        <Button size="s" onClick={props.onDone}>
          {t('ui.cancel')}
        </Button>
        <Button size="s" look="danger solid" busy={remove.busy()} onClick={remove.send}>
          {t('scripts.category_delete_action')}
        </Button>
      </div>
    </div>
  );
}

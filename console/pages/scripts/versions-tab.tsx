import { useSearchParams } from '@solidjs/router';
import { createSignal, For, Show } from 'solid-js';
import { api } from '../../api.ts';
import { rich, t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DiffView, VisibleText } from '../../ui/code/code.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconHistory, IconInfo } from '../../ui/icons.ts';
import { ErrorState, Loaded } from '../../ui/states.tsx';
import { Note, Tag } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { readScriptsAgain, type Script, type ScriptVersion, useVersions } from './queries.ts';
import { changedFields, fieldName } from './version-fields.ts';

/** Every version of a script: who saved it, what it changed, and the way back to it. */
export function VersionsTab(props: { script: Script }) {
  const [search, setSearch] = useSearchParams<{ version?: string }>();
  const versions = useVersions(() => props.script.id);
  const all = () => (versions.isSuccess ? versions.data.versions : []);
  const chosen = () => all().find(({ version }) => String(version) === search.version) ?? all()[0];
  const before = () => all().find(({ version }) => version === (chosen()?.version ?? 0) - 1);
  return (
    <Loaded query={versions} failed={t('scripts.versions_failed')}>
      {() => (
        <div class="cols">
          <Show when={chosen()}>
            {(version) => <Changes script={props.script} version={version()} before={before()} />}
          </Show>
          <Card title={t('scripts.versions')}>
            <ul class="list">
              <For each={all()}>
                {(version) => (
                  <li class="tight">
                    <button
                      type="button"
                      class="link"
                      aria-current={version === chosen() ? 'true' : undefined}
                      onClick={() => setSearch({ version: version.version }, { replace: true })}
                    >
                      {t('scripts.version_number', { number: version.version })}
                    </button>
                    <Show when={version === chosen()}>
                      <Tag>{t('scripts.version_shown')}</Tag>
                    </Show>
                    <span class="sm ellipsis grow">
                      <VisibleText text={version.changed_by.name} />
                    </span>
                    <RelativeTime class="xs muted whitespace-nowrap" at={version.created_at} />
                  </li>
                )}
              </For>
            </ul>
          </Card>
        </div>
      )}
    </Loaded>
  );
}

type ChangesProps = { script: Script; version: ScriptVersion; before: ScriptVersion | undefined };

function Changes(props: ChangesProps) {
  const fields = () => (props.before ? changedFields(props.before, props.version) : []);
  const isNewest = () => props.version.version === props.script.version;
  const title = () =>
    props.before
      ? t('scripts.version_against', { number: props.version.version, before: props.before.version })
      : t('scripts.version_number', { number: props.version.version });
  return (
    <div class="stack">
      <Show when={props.version.restored_from}>
        {(from) => <Note icon={IconHistory}>{t('scripts.restored_from', { number: from() })}</Note>}
      </Show>
      <Show when={fields().length > 0}>
        <Note icon={IconInfo}>{t('scripts.fields_changed', { fields: fields().map(fieldName).join(', ') })}</Note>
      </Show>
      <Card
        title={title()}
        sub={rich('scripts.saved_by', {
          name: <VisibleText text={props.version.changed_by.name} />,
          time: <RelativeTime at={props.version.created_at} />,
        })}
        end={
          <Show when={!isNewest() && can('scripts.manage')}>
            <Restore script={props.script} version={props.version} />
          </Show>
        }
      >
        <DiffView
          before={props.before?.body ?? ''}
          after={props.version.body}
          shell={props.version.shell}
          label={title()}
          context={4}
        />
      </Card>
    </div>
  );
}

function Restore(props: { script: Script; version: ScriptVersion }) {
  const [open, setOpen] = createSignal(false);
  const restore = createSubmit(async () => {
    const { version } = props.version;
    const body = { version, expected_version: props.script.version };
    await api('POST /api/scripts/:id/restore', { params: { id: props.script.id }, body });
    await readScriptsAgain();
    setOpen(false);
    toast(t('scripts.restored', { number: version }));
  });
  return (
    <>
      <Button size="s" icon={IconHistory} onClick={() => setOpen(true)}>
        {t('scripts.restore')}
      </Button>
      <ConfirmDialog
        open={open()}
        onOpenChange={setOpen}
        title={t('scripts.restore_title', { number: props.version.version })}
        action={t('scripts.restore_action')}
        look="primary"
        busy={restore.busy()}
        onConfirm={restore.send}
      >
        <p>{t('scripts.restore_why', { number: props.version.version })}</p>
        <Show when={restore.error() !== undefined}>
          <ErrorState what={t('scripts.restore_failed')} error={restore.error()} />
        </Show>
      </ConfirmDialog>
    </>
  );
}

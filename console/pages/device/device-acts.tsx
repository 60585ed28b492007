import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCommands } from '../../shell/commands.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { type Icon, IconDelete, IconEdit, IconLock, IconMore, IconMove, IconRun } from '../../ui/icons.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { AskAi } from '../chat/ask-ai.tsx';
import { DeleteDialog } from '../devices/delete-dialog.tsx';
import { type Device, targetOf } from '../devices/device-words.ts';
import { MoveDialog } from '../devices/move-dialog.tsx';
import { RunScriptDialog } from '../jobs/run-script-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

type Act = 'run' | 'edit' | 'move' | 'revoke' | 'delete';

/** What this principal may do with the device: buttons, the rest in a menu, and all of it under Ctrl-K. */
export function DeviceActs(props: { device: Device }) {
  const [act, setAct] = createSignal<Act | undefined>();
  const allowed = () => actsOf(props.device).filter(({ may }) => may);
  const rest = (): MenuItem[] =>
    allowed()
      .filter((entry) => entry.act !== 'run' && entry.act !== 'edit')
      .map((entry) => ({
        label: entry.label,
        icon: entry.icon,
        danger: entry.act !== 'move',
        run: () => setAct(entry.act),
      }));
  useCommands(() =>
    allowed().map((entry) => ({
      id: entry.act,
      group: shownText(props.device.hostname),
      label: entry.label,
      icon: entry.icon,
      run: () => setAct(entry.act),
    })),
  );
  return (
    <>
      <AskAi question={t('chat.about.device', { name: shownText(props.device.hostname), id: props.device.id })} />
      <Show when={can('jobs.create')}>
        <Button look="primary" icon={IconRun} onClick={() => setAct('run')}>
          {t('device.run_script')}
        </Button>
      </Show>
      <Show when={can('devices.manage')}>
        <Button icon={IconEdit} onClick={() => setAct('edit')}>
          {t('device.edit')}
        </Button>
      </Show>
      <Show when={rest().length > 0}>
        <Menu
          placement="bottom-end"
          trigger={(trigger) => <IconButton icon={IconMore} label={t('device.more')} {...trigger} />}
          items={rest()}
        />
      </Show>
      <ActDialogs device={props.device} act={act()} onAct={setAct} />
    </>
  );
}

type ActDialogsProps = { device: Device; act: Act | undefined; onAct: (act: Act | undefined) => void };

function ActDialogs(props: ActDialogsProps) {
  const navigate = useNavigate();
  const company = useCompany();
  const dialog = (mine: Act) => ({
    open: props.act === mine,
    onOpenChange: (open: boolean) => props.onAct(open ? mine : undefined),
  });
  return (
    <>
      <RunScriptDialog {...dialog('run')} targets={[targetOf(props.device)]} />
      <EditDialog {...dialog('edit')} device={props.device} />
      <MoveDialog {...dialog('move')} devices={[props.device]} />
      <RevokeDialog {...dialog('revoke')} device={props.device} />
      <DeleteDialog
        {...dialog('delete')}
        devices={[props.device]}
        onDeleted={() => navigate(company.href('/devices'))}
      />
    </>
  );
}

function actsOf(device: Device): { act: Act; label: string; icon: Icon; may: boolean }[] {
  return [
    { act: 'run', label: t('device.run_script'), icon: IconRun, may: can('jobs.create') },
    { act: 'edit', label: t('device.edit'), icon: IconEdit, may: can('devices.manage') },
    { act: 'move', label: t('device.move'), icon: IconMove, may: can('clients.manage') },
    {
      act: 'revoke',
      label: t('device.revoke'),
      icon: IconLock,
      may: can('devices.delete') && device.identity === 'trusted',
    },
    { act: 'delete', label: t('device.delete'), icon: IconDelete, may: can('devices.delete') },
  ];
}

import { createSignal } from 'solid-js';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Switch } from '../../ui/checkbox.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import {
  IconAdd,
  IconBell,
  IconCompany,
  IconCopy,
  IconDelete,
  IconMore,
  IconMove,
  IconSearch,
  IconSite,
} from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Kbd, modKey } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { CheckTree } from '../../ui/tree/check-tree.tsx';

const COMPANIES = [
  'Brightwater Dental',
  'Halvorsen Marine',
  'Kestrel Logistics',
  'Ostara Foods',
  'Pinefold Schools',
].map((label, index) => ({ value: String(index), label, hint: `${(index + 1) * 7} devices` }));

/** Buttons, fields, choices, and what opens over the page. */
export function ControlsSheet() {
  return (
    <div class="g3">
      <Buttons />
      <Fields />
      <Overlays />
    </div>
  );
}

function Buttons() {
  const [view, setView] = createSignal('all');
  const [pressed, setPressed] = createSignal(true);
  return (
    <div class="stack">
      <Card title="Buttons" pad>
        <div class="row flex-wrap">
          <Button look="primary" icon={IconAdd}>
            Primary
          </Button>
          <Button>Default</Button>
          <Button look="danger" icon={IconDelete}>
            Danger
          </Button>
          <Button look="danger solid">Solid</Button>
          <Button look="quiet">Quiet</Button>
          <Button class="is-focus">Focus</Button>
          <Button disabled>Disabled</Button>
          <Button busy>Busy</Button>
          <Button pressed={pressed()} onClick={() => setPressed(!pressed())} look="quiet">
            Pressed
          </Button>
          <Button keys={<Kbd>Esc</Kbd>}>With a key</Button>
          <IconButton icon={IconCopy} label="Copy" look="quiet" />
          <IconButton icon={IconBell} label="Silence" />
          <LinkButton href="/ui-sheet?tab=states" icon={IconMove}>
            Link
          </LinkButton>
          <Button size="s">Small</Button>
          <Button size="l">Large</Button>
        </div>
      </Card>
      <Card title="Segmented, chips, keys" pad>
        <div class="row flex-wrap">
          <Segmented
            label="Status"
            value={view()}
            onChange={setView}
            segments={[
              { value: 'all', label: 'All', count: 409 },
              { value: 'online', label: 'Online', count: 398 },
              { value: 'offline', label: 'Offline', count: 11 },
            ]}
          />
          <Kbd>{modKey}K</Kbd>
          <Tooltip text="Only ever adds to what is there" class="link" tabIndex={0}>
            Tooltip
          </Tooltip>
        </div>
      </Card>
    </div>
  );
}

function Fields() {
  const [name, setName] = createSignal('Halvorsen Marine');
  const [shell, setShell] = createSignal<'bash' | 'powershell' | 'python'>('bash');
  const [company, setCompany] = createSignal<string | undefined>();
  const [on, setOn] = createSignal(true);
  return (
    <Card title="Fields" pad>
      <div class="stack">
        <TextField label="Name" value={name()} onChange={setName} hint="A customer, or your own." />
        <TextField label="Search" value="" icon={IconSearch} input={{ placeholder: 'Host, user, address or tag' }} />
        <TextField label="With an error" value="x" error="Give it at least three letters." />
        <TextField label="Off" value="Not yours to change" disabled optional />
        <TextArea label="Reason" optional input={{ placeholder: 'Kept with the decision' }} />
        <Select
          label="Shell"
          value={shell()}
          onChange={setShell}
          options={[
            { value: 'bash', label: 'Bash' },
            { value: 'powershell', label: 'PowerShell', hint: 'Windows, and where it is installed' },
            { value: 'python', label: 'Python', disabled: true },
          ]}
        />
        <Combobox label="Company" value={company()} onChange={setCompany} options={COMPANIES} />
        <Checkbox
          checked={on()}
          onChange={setOn}
          label="Run a missed run"
          hint="Once, late, after the server was down."
        />
        <Checkbox checked={false} mixed onChange={setOn} label="Some of them" />
        <Checkbox checked={false} disabled onChange={setOn} label="Not now" />
        <Switch checked={on()} onChange={setOn} label="Single keys work" />
        <Ways />
        <Places />
      </div>
    </Card>
  );
}

function Ways() {
  const [way, setWay] = createSignal<'chosen' | 'everything'>('chosen');
  return (
    <Choices
      label="What an account reaches"
      value={way()}
      onChange={setWay}
      choices={[
        { value: 'chosen', label: 'Only what is chosen', hint: 'With all that lies in it.' },
        { value: 'everything', label: 'Everything', hint: 'Also what is added later.' },
      ]}
    />
  );
}

function Places() {
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set(['bergen']));
  return (
    <CheckTree
      label="Places"
      chosen={chosen()}
      onToggle={({ id }, on) => setChosen(new Set([...chosen()].filter((one) => one !== id).concat(on ? [id] : [])))}
      nodes={[
        {
          id: 'halvorsen',
          label: 'Halvorsen Marine',
          icon: IconCompany,
          children: [
            { id: 'bergen', label: 'Bergen', icon: IconSite, children: [{ id: 'office', label: 'Office' }] },
            { id: 'vessels', label: 'Vessels', icon: IconSite },
          ],
        },
        { id: 'pinefold', label: 'Pinefold Schools, not yours to choose', icon: IconCompany, disabled: true },
      ]}
    />
  );
}

function Overlays() {
  const [plain, setPlain] = createSignal(false);
  const [wide, setWide] = createSignal(false);
  const [checked, setChecked] = createSignal(true);
  return (
    <Card title="Overlays" pad>
      <div class="row flex-wrap">
        <Button onClick={() => setPlain(true)}>Dialog</Button>
        <Button look="danger" onClick={() => setWide(true)}>
          Delete 38 devices…
        </Button>
        <Menu
          trigger={(trigger) => <IconButton icon={IconMore} label="More" {...trigger} />}
          items={[
            {
              heading: 'Device',
              items: [
                { label: 'Move…', icon: IconMove, run: () => toast('Moved') },
                { label: 'Show tags', checked: checked(), onChange: setChecked },
                { label: 'Not possible', disabled: true, run: () => undefined },
              ],
            },
            'line',
            { label: 'Delete…', icon: IconDelete, danger: true, run: () => setWide(true) },
          ]}
        />
        <Popover
          label="Silence"
          trigger={(trigger) => (
            <Button icon={IconBell} {...trigger}>
              Popover
            </Button>
          )}
        >
          <TextField label="For how many hours" value="4" />
        </Popover>
        <Button onClick={() => toast('The server refused it.', { look: 'err' })}>Error toast</Button>
      </div>
      <Dialog
        open={plain()}
        onOpenChange={setPlain}
        title="Rename the site"
        foot={
          <>
            <Button onClick={() => setPlain(false)}>Cancel</Button>
            <Button look="primary" onClick={() => setPlain(false)}>
              Rename
            </Button>
          </>
        }
      >
        <TextField label="Name" value="Bergen" />
      </Dialog>
      <ConfirmDialog
        open={wide()}
        onOpenChange={setWide}
        title="Delete 38 devices?"
        action="Delete 38 devices"
        count={38}
        onConfirm={() => setWide(false)}
      >
        <p>Their inventory, checks and tasks go with them. Finished jobs and the audit trail stay.</p>
        <p class="targets">hlv-brg-fs01, hlv-brg-fs02, kes-dock-t14 and 35 more</p>
      </ConfirmDialog>
    </Card>
  );
}

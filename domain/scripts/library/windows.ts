import { type Builtin, dryRun, numberOf, textOf } from './builtin.ts';

const windows_: Pick<Builtin, 'shell' | 'systems'> = { shell: 'powershell', systems: ['windows'] };

export const windows: Builtin[] = [
  {
    ...{ key: 'disk-usage-windows', name: 'Disk usage report (Windows)', category: 'Storage', ...windows_ },
    description: 'Free space of every volume, and the largest folders of one drive.',
    parameters: [textOf('FOLDER', 'Where to look for large folders', { default: 'C:\\' })],
  },
  {
    ...{ key: 'clear-temp-windows', name: 'Clear temporary files (Windows)', category: 'Storage', ...windows_ },
    description: 'Removes old files from the temporary folder of Windows. As it comes it only counts them.',
    parameters: [numberOf('DAYS', 'Days for which nobody changed them', 14), dryRun],
  },
  {
    ...{ key: 'service-restart-windows', name: 'Restart a service (Windows)', category: 'Services', ...windows_ },
    description: 'Restarts a service of Windows and shows how it is afterwards.',
    parameters: [textOf('SERVICE', 'Name or display name', { required: true })],
    timeout_sec: 300,
  },
  {
    ...{ key: 'event-errors-windows', name: 'Errors of the event logs', category: 'System', ...windows_ },
    description: 'Errors and critical events of the system and application logs, by how often they came.',
    parameters: [numberOf('HOURS', 'How far back', 24)],
    timeout_sec: 300,
  },
  {
    ...{ key: 'pending-updates-windows', name: 'Pending updates (Windows)', category: 'Updates', ...windows_ },
    description: 'Updates that Windows Update offers and that are not installed. Changes nothing.',
    timeout_sec: 900,
  },
  {
    ...{ key: 'reboot-needed-windows', name: 'Is a restart needed? (Windows)', category: 'Updates', ...windows_ },
    description: 'Whether Windows waits for a restart, and why. Exit code 1 when it does.',
    timeout_sec: 120,
  },
  {
    ...{ key: 'windows-update-reset', name: 'Reset Windows Update', category: 'Updates', ...windows_ },
    description: 'Renames the store of Windows Update where it is stuck. As it comes it only says so.',
    parameters: [dryRun],
    timeout_sec: 600,
  },
  {
    ...{ key: 'local-admins-windows', name: 'List local administrators (Windows)', category: 'Accounts', ...windows_ },
    description: 'Members of the local group of administrators, and all local accounts.',
    timeout_sec: 120,
  },
  {
    ...{ key: 'user-disable-windows', name: 'Disable a local user (Windows)', category: 'Accounts', ...windows_ },
    description: 'Disables a local account; its files stay. The built-in administrator is refused.',
    // USERNAME is a variable of Windows itself.
    parameters: [textOf('USERNAME_TO_DISABLE', 'Name of the account', { required: true })],
    timeout_sec: 60,
  },
  {
    ...{ key: 'defender-quick-scan', name: 'Defender quick scan', category: 'Security', ...windows_ },
    description: 'Updates the signatures of Microsoft Defender and runs a quick scan. Fails when something is found.',
  },
  {
    ...{ key: 'bitlocker-status', name: 'BitLocker status', category: 'Security', ...windows_ },
    description: 'How each volume is encrypted; keys are not shown. Fails when the system drive is not protected.',
    timeout_sec: 120,
  },
  {
    ...{
      key: 'flush-dns-windows',
      name: 'Flush the DNS cache (Windows)',
      category: 'Network',
      ...windows_,
      shell: 'cmd',
    },
    description: 'Empties the cache of name resolution.',
    timeout_sec: 60,
  },
];

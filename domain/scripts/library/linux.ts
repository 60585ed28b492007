import { type Builtin, dryRun, numberOf, secretOf, switchOf, textOf } from './builtin.ts';

const systems: Builtin['systems'] = ['linux'];

export const linux: Builtin[] = [
  {
    ...{ key: 'service-restart', name: 'Restart a service', category: 'Services', shell: 'sh', systems },
    description: 'Restarts a service of systemd and shows how it is afterwards.',
    parameters: [textOf('SERVICE', 'Name of the unit, as ssh.service', { required: true })],
    timeout_sec: 300,
  },
  {
    ...{ key: 'failed-services', name: 'Failed services', category: 'Services', shell: 'sh', systems },
    description: 'Units of systemd that failed, with the end of what each wrote. Fails when there are any.',
    timeout_sec: 120,
  },
  {
    ...{ key: 'collect-logs', name: 'Collect logs', category: 'System', shell: 'sh', systems },
    description: 'Warnings and errors of the last hours, and what the kernel says.',
    parameters: [numberOf('HOURS', 'How far back', 24), numberOf('LIMIT', 'Lines at the most', 300)],
    timeout_sec: 300,
  },
  {
    ...{ key: 'reboot-needed', name: 'Is a restart needed?', category: 'Updates', shell: 'sh', systems },
    description: 'Whether the machine waits for a restart, and why. Exit code 1 when it does.',
    timeout_sec: 120,
  },
  {
    ...{ key: 'pending-updates', name: 'Pending updates', category: 'Updates', shell: 'sh', systems },
    description: 'Packages for which an update is there (apt, dnf, zypper, apk, pacman). Changes nothing.',
    timeout_sec: 600,
  },
  {
    ...{ key: 'package-cache-clean', name: 'Clean package caches', category: 'Updates', shell: 'sh', systems },
    description: 'Removes downloaded packages. As it comes it only says how much there is.',
    parameters: [dryRun],
    timeout_sec: 600,
  },
  {
    ...{ key: 'package-install', name: 'Install a package', category: 'Software', shell: 'sh', systems },
    description:
      'Installs a package or brings it up to date (apt, dnf, zypper, apk). As it comes it only shows the plan.',
    parameters: [textOf('PACKAGE', 'Name of the package', { required: true }), dryRun],
    timeout_sec: 1800,
  },
  {
    ...{ key: 'package-remove', name: 'Remove a package', category: 'Software', shell: 'sh', systems },
    description: 'Removes a package; its settings stay. As it comes it only shows the plan.',
    parameters: [textOf('PACKAGE', 'Name of the package', { required: true }), dryRun],
    timeout_sec: 1800,
  },
  {
    ...{ key: 'user-create', name: 'Create a local user', category: 'Accounts', shell: 'sh', systems },
    description: 'Creates a local account with a home folder. Without a password only keys open it.',
    parameters: [
      textOf('USERNAME', 'Name to sign in with', { required: true }),
      textOf('FULL_NAME', 'Name of the person'),
      secretOf('PASSWORD', 'First password'),
      switchOf('ADMINISTRATOR', 'May become root through sudo', false),
    ],
    timeout_sec: 60,
  },
  {
    ...{ key: 'user-disable', name: 'Disable a local user', category: 'Accounts', shell: 'sh', systems },
    description: 'Locks a local account for passwords and keys; files and processes stay. root is refused.',
    parameters: [textOf('USERNAME', 'Name of the account', { required: true })],
    timeout_sec: 60,
  },
];

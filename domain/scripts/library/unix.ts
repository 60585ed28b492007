import { type Builtin, choiceOf, dryRun, numberOf, textOf } from './builtin.ts';

const systems: Builtin['systems'] = ['linux', 'darwin'];

/** For Linux and macOS alike. */
export const unix: Builtin[] = [
  {
    ...{ key: 'disk-usage', name: 'Disk usage report', category: 'Storage', shell: 'sh', systems },
    description: 'Free space and inodes of every file system, and the largest folders under one.',
    parameters: [textOf('FOLDER', 'Where to look for large folders', { default: '/' })],
  },
  {
    ...{ key: 'large-files', name: 'Find large files', category: 'Storage', shell: 'sh', systems },
    description: 'The largest files under a folder, on its own file system.',
    parameters: [
      textOf('FOLDER', 'Where to look', { default: '/' }),
      numberOf('MIN_MB', 'Smallest size in MiB', 100),
      numberOf('LIMIT', 'How many to list', 30),
    ],
  },
  {
    ...{ key: 'clear-temp', name: 'Clear temporary files', category: 'Storage', shell: 'sh', systems },
    description: 'Removes old files from /tmp and /var/tmp. As it comes it only lists them.',
    parameters: [numberOf('DAYS', 'Days for which nobody read or changed them', 14), dryRun],
  },
  {
    ...{ key: 'smart-status', name: 'SMART status of the disks', category: 'Storage', shell: 'sh', systems },
    description: 'What the disks say of their own health. Fails when one fails its test. Needs smartmontools on Linux.',
  },
  {
    ...{ key: 'listening-ports', name: 'List listening ports', category: 'Network', shell: 'sh', systems },
    description: 'TCP and UDP ports on which the machine listens, with the program behind each.',
  },
  {
    ...{ key: 'network-diagnosis', name: 'Network diagnosis', category: 'Network', shell: 'sh', systems },
    description: 'Addresses, routes, name resolution and the way to a host. Fails when it cannot be reached.',
    parameters: [textOf('HOST', 'Name or address to reach', { default: 'example.org' })],
    timeout_sec: 300,
  },
  {
    ...{ key: 'certificate-expiry', name: 'Certificate expiry', category: 'Network', shell: 'sh', systems },
    description: 'Until when the TLS certificate of a server is valid. Exit code 1 close to its end, 2 after it.',
    parameters: [
      textOf('HOST', 'Name of the server', { required: true }),
      numberOf('PORT', 'Port', 443),
      numberOf('WARN_DAYS', 'Days before the end from which on to warn', 21),
    ],
    timeout_sec: 60,
  },
  {
    ...{ key: 'flush-dns', name: 'Flush the DNS cache', category: 'Network', shell: 'sh', systems },
    description: 'Empties the caches of name resolution.',
    timeout_sec: 60,
  },
  {
    ...{ key: 'top-processes', name: 'Top processes', category: 'Performance', shell: 'sh', systems },
    description: 'The processes that use the most of the processor or of the memory.',
    parameters: [choiceOf('ORDER', 'What counts', ['cpu', 'memory']), numberOf('LIMIT', 'How many to list', 15)],
    timeout_sec: 60,
  },
  {
    ...{ key: 'time-sync', name: 'Check time synchronization', category: 'System', shell: 'sh', systems },
    description: 'Whether the clock is kept right, and by what. Fails when it is not.',
    timeout_sec: 60,
  },
  {
    ...{ key: 'local-admins', name: 'List local administrators', category: 'Accounts', shell: 'sh', systems },
    description: 'Who may become root: user id 0, groups of administrators, rules of sudo.',
    timeout_sec: 60,
  },
  {
    ...{ key: 'software-updates-macos', name: 'macOS software updates', category: 'Updates', shell: 'sh' },
    systems: ['darwin'],
    description: 'Updates of macOS and of Apple\u2019s programs that wait. Changes nothing.',
    timeout_sec: 600,
  },
  {
    ...{ key: 'filevault-status', name: 'FileVault status', category: 'Security', shell: 'sh', systems: ['darwin'] },
    description: 'Whether the system disk of a Mac is encrypted, and who can unlock it. Fails when it is not.',
    timeout_sec: 60,
  },
];

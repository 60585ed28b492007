import type { RiskHint } from '../../../schema/jobs.ts';
import type { Called } from './called.ts';

type Kind = RiskHint['kind'];

interface Rule {
  kind: Kind;
  /** Programs, cmdlets and their aliases, lower-case. */
  names: string;
  /** One argument must look like this. */
  arg?: RegExp;
  /** No argument may look like this. */
  unless?: RegExp;
}

const rules: Rule[] = [
  { kind: 'deletes', names: 'rm rmdir unlink shred srm truncate wipefs blkdiscard sgdisk lvremove vgremove pvremove' },
  { kind: 'deletes', names: 'del erase rd ri format diskpart' },
  { kind: 'deletes', names: 'dd', arg: /^of=/ },
  { kind: 'deletes', names: 'find', arg: /^-delete$/ },
  { kind: 'deletes', names: 'rsync', arg: /^--del/ },
  { kind: 'deletes', names: 'git', arg: /^clean$/ },
  { kind: 'deletes', names: 'crontab', arg: /^-\w*r/ },
  { kind: 'deletes', names: 'zfs zpool', arg: /^destroy$/ },
  { kind: 'deletes', names: 'docker podman', arg: /^(rm|rmi|prune)$/ },
  { kind: 'deletes', names: 'kubectl sc reg wevtutil vssadmin wmic', arg: /^(delete|uninstall|cl|clear-log)$/i },
  { kind: 'deletes', names: 'schtasks', arg: /^\/delete$/i },
  { kind: 'deletes', names: 'cipher', arg: /^\/w/i },
  {
    kind: 'deletes',
    names: 'apt apt-get aptitude yum dnf zypper apk snap flatpak brew choco winget pip pip3 npm',
    arg: /^(remove|purge|autoremove|autopurge|erase|uninstall|del|rm)$/,
  },
  { kind: 'deletes', names: 'dpkg', arg: /^(-r|-P|--remove|--purge)$/ },
  { kind: 'deletes', names: 'rpm', arg: /^(-e|--erase)$/ },
  { kind: 'deletes', names: 'pacman', arg: /^-R/ },
  { kind: 'deletes', names: 'msiexec', arg: /^[/-](x|uninstall)/i },
  {
    kind: 'deletes',
    names: 'psql mysql mariadb sqlite3 sqlcmd invoke-sqlcmd',
    arg: /\b(drop\s+(table|database|schema)|truncate\s+table|delete\s+from)\b/i,
  },
  { kind: 'deletes', names: 'remove-item clear-content clear-item remove-itemproperty rp clear-itemproperty' },
  {
    kind: 'deletes',
    names: 'clear-recyclebin clear-eventlog clear-disk format-volume initialize-disk remove-partition',
  },
  { kind: 'deletes', names: 'remove-appxpackage remove-appxprovisionedpackage uninstall-package uninstall-module' },
  { kind: 'deletes', names: 'uninstall-windowsfeature remove-windowsfeature remove-service remove-smbshare remove-vm' },
  { kind: 'deletes', names: 'unregister-scheduledtask remove-ciminstance remove-wmiobject remove-netfirewallrule' },

  { kind: 'reboots', names: 'reboot poweroff halt kexec restart-computer stop-computer' },
  { kind: 'reboots', names: 'shutdown', unless: /^([-/]a|-c)$/i },
  { kind: 'reboots', names: 'systemctl loginctl', arg: /^(reboot|poweroff|halt|kexec|soft-reboot)$/ },
  { kind: 'reboots', names: 'init telinit', arg: /^[06]$/ },
  { kind: 'reboots', names: 'wmic wpeutil', arg: /^(reboot|shutdown)$/i },

  { kind: 'accounts', names: 'useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod' },
  { kind: 'accounts', names: 'passwd chpasswd gpasswd chage newusers vipw vigr visudo ssh-copy-id' },
  { kind: 'accounts', names: 'sysadminctl dseditgroup' },
  { kind: 'accounts', names: 'dscl', arg: /^-?(create|append|passwd|delete|merge)$/ },
  { kind: 'accounts', names: 'net net1', arg: /^(user|localgroup|group|accounts)$/i },
  { kind: 'accounts', names: 'dsadd dsmod dsrm' },
  { kind: 'accounts', names: 'new-localuser set-localuser remove-localuser enable-localuser disable-localuser' },
  { kind: 'accounts', names: 'rename-localuser new-localgroup remove-localgroup set-localgroup rename-localgroup' },
  { kind: 'accounts', names: 'add-localgroupmember remove-localgroupmember add-adgroupmember remove-adgroupmember' },
  { kind: 'accounts', names: 'new-aduser set-aduser remove-aduser set-adaccountpassword unlock-adaccount' },
  { kind: 'accounts', names: 'enable-adaccount disable-adaccount' },
  {
    kind: 'accounts',
    names: 'tee sed cp mv install ed chmod chown set-content add-content out-file',
    arg: /\/etc\/(passwd|shadow|gshadow|group|sudoers)\b|authorized_keys/,
  },
];

const byName = new Map<string, Rule[]>();
for (const rule of rules)
  for (const name of rule.names.split(' ')) byName.set(name, [...(byName.get(name) ?? []), rule]);

/** What calling this is a hint of. */
export function judge({ name, args }: Called): Kind[] {
  const kinds = (byName.get(name) ?? [])
    .filter(({ arg, unless }) => (!arg || args.some((one) => arg.test(one))) && !args.some((one) => unless?.test(one)))
    .map(({ kind }) => kind);
  if (name.startsWith('mkfs') || /(::|\.)delete(\(\))?$/.test(name)) kinds.push('deletes');
  return kinds;
}

/** What a word is a hint of, whatever is called: where output is redirected to. */
export function judgeWord(word: string): Kind | undefined {
  if (!word.startsWith('>')) return undefined;
  if (/\/etc\/(passwd|shadow|gshadow|group|sudoers)\b|authorized_keys/.test(word)) return 'accounts';
  return word.includes('/proc/sysrq-trigger') ? 'reboots' : undefined;
}

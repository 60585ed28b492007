import { type Label, t } from '../../i18n/index.ts';
import type { Option } from '../../ui/select.tsx';
import type { Parameter, Shell, System } from './queries.ts';

export const SHELLS: Option<Shell>[] = [
  { value: 'bash', label: 'Bash' },
  { value: 'sh', label: 'sh' },
  { value: 'powershell', label: 'PowerShell' },
  { value: 'cmd', label: 'cmd' },
  { value: 'python', label: 'Python' },
];
export const shellName = (shell: Shell): string => SHELLS.find(({ value }) => value === shell)?.label ?? shell;

export const SYSTEMS: readonly System[] = ['linux', 'windows', 'darwin'];
const systemNames: Record<System, string> = { linux: 'Linux', windows: 'Windows', darwin: 'macOS' };
export const systemName = (system: System): string => systemNames[system];
/** "Linux, macOS", or that it is for any. */
export const systemsText = (systems: readonly System[]): string =>
  systems.length === 0 ? t('scripts.any_system') : systems.map(systemName).join(', ');

const typeLabels: Record<Parameter['type'], Label> = {
  text: 'scripts.type.text',
  number: 'scripts.type.number',
  boolean: 'scripts.type.boolean',
  choice: 'scripts.type.choice',
  secret: 'scripts.type.secret',
};
export const typeName = (type: Parameter['type']): string => t(typeLabels[type]);
export const TYPES = Object.keys(typeLabels) as Parameter['type'][];

/** Categories compare without case, as on the server. */
export const sameCategory = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

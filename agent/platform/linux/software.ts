import { statSync } from 'node:fs';
import type { z } from 'zod';
import type { Software } from '../../../schema/inventory.ts';
import { clean } from '../../text.ts';
import { commandOutput } from './command.ts';

type Package = z.infer<typeof Software>;

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders
const DPKG_FORMAT = '${db:Status-Abbrev}\\t${binary:Package}\\t${Version}\\t${Maintainer}\\t${Installed-Size}\\n';
const RPM_FORMAT = '%{NAME}\\t%{EPOCHNUM}:%{VERSION}-%{RELEASE}\\t%{VENDOR}\\t%{INSTALLTIME}\\t%{SIZE}\\t%{ARCH}\\n';

/** Packages of dpkg and of rpm; a machine may have both. */
export async function software(): Promise<Package[]> {
  const dpkg = parseDpkg((await commandOutput('dpkg-query', ['-W', '-f', DPKG_FORMAT])) ?? '', dpkgInstalledAt);
  const rpm = parseRpm((await commandOutput('rpm', ['-qa', '--qf', RPM_FORMAT])) ?? '');
  return [...dpkg, ...rpm].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version)).slice(0, 20_000);
}

/** Fully installed packages only; Installed-Size is in KiB (deb-control(5)). */
export function parseDpkg(text: string, installedAt: (name: string) => string | null): Package[] {
  return text.split('\n').flatMap((line) => {
    const [status, name, version, maintainer = '', size] = line.split('\t');
    if (!status?.startsWith('ii') || !name || version === undefined) return [];
    return [
      {
        name: clean(name, 500),
        version: clean(version, 500),
        manufacturer: clean(maintainer, 500),
        installed_at: installedAt(name),
        size_bytes: size ? Number(size) * 1024 : null,
        source: 'dpkg',
      },
    ];
  });
}

/** dpkg keeps no date; it rewrites a package's file list whenever it installs the package. */
function dpkgInstalledAt(name: string): string | null {
  const found = statSync(`/var/lib/dpkg/info/${name}.list`, { throwIfNoEntry: false });
  // Whole seconds: Node and Bun round the fraction differently, and the section's hash with it.
  return found ? new Date(Math.floor(found.mtimeMs / 1000) * 1000).toISOString() : null;
}

export function parseRpm(text: string): Package[] {
  return text.split('\n').flatMap((line) => {
    const [name, version, vendor = '', installed, size, arch] = line.split('\t');
    if (!name || version === undefined || name === 'gpg-pubkey') return [];
    return [
      {
        name: clean(arch && arch !== 'noarch' && arch !== '(none)' ? `${name}.${arch}` : name, 500),
        version: clean(version.replace(/^0:/, ''), 500),
        manufacturer: vendor === '(none)' ? '' : clean(vendor, 500),
        installed_at: /^\d+$/.test(installed ?? '') ? new Date(Number(installed) * 1000).toISOString() : null,
        size_bytes: /^\d+$/.test(size ?? '') ? Number(size) : null,
        source: 'rpm',
      },
    ];
  });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

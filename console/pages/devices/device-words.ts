import type { Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { type Icon, IconDevice, IconLaptop, IconLock, IconServer } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import type { ScriptTarget } from '../jobs/draft.ts';

export type Device = Output<'GET /api/devices/:id'>;

/** Online or offline; a device whose identity is revoked is neither, whatever it was. */
export function deviceStatus(device: Pick<Device, 'status' | 'identity'>): StatusLook {
  if (device.identity === 'revoked') return { tone: 'err', icon: IconLock, word: t('devices.revoked') };
  return device.status === 'online'
    ? { tone: 'ok', icon: 'dot', word: t('devices.online') }
    : { tone: 'idle', icon: 'ring', word: t('devices.offline') };
}

/** "Ubuntu 24.04 LTS" */
export function systemName(os: Device['os']): string {
  return [os.name, os.version].filter(Boolean).join(' ');
}

/** A guess from the system's name, for the eye only. */
export function deviceIcon(os: Device['os']): Icon {
  if (os.family === 'darwin') return IconLaptop;
  return os.family === 'linux' || /server/i.test(os.name) ? IconServer : IconDevice;
}

/** The device as the dialog that proposes a script takes it. */
export function targetOf(device: Device): ScriptTarget {
  return {
    id: device.id,
    hostname: device.hostname,
    company: device.client_name,
    online: device.status === 'online',
    family: device.os.family,
  };
}

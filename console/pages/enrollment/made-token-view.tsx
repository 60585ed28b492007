import { Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { CopyField } from '../../ui/copy.tsx';
import { IconOk, IconRunning, IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { masked } from '../setup/placement.ts';
import { destinationName, type EnrollToken, type MadeToken } from './token.ts';

/** The one-line install command, this once, and how many devices have come since. */
export function MadeTokenView(props: { made: MadeToken; current: EnrollToken | undefined }) {
  const line = () => props.made.install.linux;
  const enrolled = () => props.made.uses - (props.current?.uses_left ?? props.made.uses);
  return (
    <>
      <p class="text-text">{destinationName(props.made)}</p>
      <div class="stack gap-2">
        <h3 class="text-text">{t('enrollment.linux')}</h3>
        <CopyField
          label={t('enrollment.command')}
          value={line()}
          shown={line().replaceAll(props.made.token, masked(props.made.token))}
        />
        <p class="hint">{t('enrollment.copy_hint')}</p>
      </div>
      <Note icon={IconWarn} look="warn">
        {t('enrollment.once')}
      </Note>
      <Note icon={enrolled() > 0 ? IconOk : IconRunning} {...(enrolled() > 0 ? { look: 'ok' } : {})}>
        <span role="status">
          <strong>{t('enrollment.progress', { enrolled: formatNumber(enrolled()), count: props.made.uses })}</strong>{' '}
          {t('enrollment.progress_why')}
        </span>{' '}
        <Show when={enrolled() > 0 && can('devices.view')}>
          <a class="link" href={devicesOf(props.made)}>
            {t('enrollment.show_devices')}
          </a>
        </Show>
      </Note>
    </>
  );
}

function devicesOf({ site_id, group_id }: MadeToken): string {
  if (group_id) return `/devices?department=${group_id}`;
  return site_id ? `/devices?site=${site_id}` : '/devices?unassigned=1';
}

import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconClose } from '../../ui/icons.ts';
import { dismissOwnHints, ownHints } from './own-hints.ts';

/** A quiet word to administrators whose own account is easier to lose or to steal than it should be. */
export function OwnAccount() {
  const company = useCompany();
  return (
    <Show when={ownHints().length > 0}>
      <Card
        class="mb-4"
        title={t('overview.own')}
        end={<IconButton look="quiet" icon={IconClose} label={t('overview.own_dismiss')} onClick={dismissOwnHints} />}
        pad
      >
        <div class="stack gap-2 sm">
          <For each={ownHints()}>{(hint) => <p>{t(`overview.own_${hint}`)}</p>}</For>
          <p>
            <a class="link" href={company.href('/account')}>
              {t('overview.own_open')}
            </a>
          </p>
        </div>
      </Card>
    </Show>
  );
}

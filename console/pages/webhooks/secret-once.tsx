import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';

/** The only time that a secret shows that the server made. */
export function SecretOnce(props: { name: string; secret: string; onDone: () => void }) {
  return (
    <Card title={t('webhooks.once_title', { name: props.name })} pad>
      <div class="stack">
        <Note icon={IconWarn} look="warn">
          <strong>{t('webhooks.once')}</strong> {t('webhooks.once_why')}
        </Note>
        <CopyField label={t('webhooks.secret')} value={props.secret} />
        <div class="form-actions justify-end">
          <Button look="primary" onClick={props.onDone}>
            {t('webhooks.done')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

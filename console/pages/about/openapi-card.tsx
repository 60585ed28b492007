import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Refused } from '../settings/refused.tsx';

/** The document takes a bearer, which a plain link cannot send: so it is read and handed over as a file. */
export function OpenApiCard() {
  const download = createSubmit(async () => {
    const document = await api('GET /api/openapi.json');
    saveFile('openapi.json', new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }));
  });
  return (
    <Card title={t('about.api')} pad>
      <form class="stack gap-3" onSubmit={download.onSubmit}>
        <p class="sm dim">{t('about.api_why')}</p>
        <Refused what={t('about.openapi_failed')} error={download.error()} />
        <div>
          <Button type="submit" icon={IconDownload} busy={download.busy()}>
            {t('about.openapi')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

import { onMount } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { IconRetry } from '../ui/icons.ts';
import { ErrorState } from '../ui/states.tsx';
import { Page } from './page.tsx';

/** In place of a page that threw, or whose files are gone because the server was updated meanwhile. */
export function BrokenPage(props: { error: unknown; onRetry: () => void }) {
  // Nothing else would ever tell a developer; the text on screen is for operators.
  onMount(() => console.error(props.error));
  return (
    <Page title={t('broken.title')}>
      <div class="stack max-w-140">
        <ErrorState what={t('broken.what')} error={props.error} retry={props.onRetry} />
        <div>
          <Button icon={IconRetry} onClick={() => location.reload()}>
            {t('broken.reload')}
          </Button>
        </div>
      </div>
    </Page>
  );
}

import { createSignal } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { errorAdvice } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { saveExport } from './save-export.ts';

/** Saves all rows of what is shown, not just those that are loaded. */
export function ExportButton(props: { request: Parameters<typeof saveExport>[0] }) {
  const [busy, setBusy] = createSignal(false);
  async function save() {
    setBusy(true);
    try {
      if (await saveExport(props.request)) toast(t('reports.saved'));
    } catch (error) {
      toast(`${t('reports.not_saved')} ${errorAdvice(error)}`, { look: 'err' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button class="no-print" icon={IconDownload} busy={busy()} onClick={() => void save()}>
      {t('reports.csv')}
    </Button>
  );
}

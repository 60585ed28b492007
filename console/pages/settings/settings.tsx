import { Navigate } from '@solidjs/router';
import { Show } from 'solid-js';
import { useCompany } from '../../shell/company.ts';
import NotFound from '../../shell/not-found.tsx';
import { settingsSections } from './sections.ts';

/** /settings leads to the first page that the principal may open. */
export default function Settings() {
  const company = useCompany();
  return (
    <Show when={settingsSections()[0]} fallback={<NotFound />}>
      {(first) => <Navigate href={company.href(first().path)} />}
    </Show>
  );
}

import { Navigate } from '@solidjs/router';
import { Show } from 'solid-js';
import { useCompany } from '../../shell/company.ts';
import NotFound from '../../shell/not-found.tsx';
import { monitoringSections } from './sections.ts';

/** /monitoring leads to the first page that the principal may open. */
export default function Monitoring() {
  const company = useCompany();
  return (
    <Show when={monitoringSections()[0]} fallback={<NotFound />}>
      {(first) => <Navigate href={company.href(first().path)} />}
    </Show>
  );
}

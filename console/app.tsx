import { Router } from '@solidjs/router';
import { QueryClientProvider } from '@tanstack/solid-query';
import { lazy } from 'solid-js';
import { plainPages, shellPages } from './pages.ts';
import { queries } from './queries.ts';
import { Gate } from './shell/gate.tsx';

const Shell = lazy(() => import('./shell/shell.tsx'));
const NotFound = lazy(() => import('./shell/not-found.tsx'));

/** The console: every page behind the gate, most inside the shell. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router root={Gate}>
        {[
          ...plainPages,
          { path: '/', component: Shell, children: [...shellPages, { path: '*missing', component: NotFound }] },
        ]}
      </Router>
    </QueryClientProvider>
  );
}

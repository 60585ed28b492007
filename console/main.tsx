import { render } from 'solid-js/web';
import { App } from './app.tsx';
import { chooseLanguage, preferredLanguage } from './i18n/index.ts';
import { takeSetupLink } from './pages/setup/setup-link.ts';

takeSetupLink();
await chooseLanguage(preferredLanguage());

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
render(() => <App />, root);

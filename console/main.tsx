import { render } from 'solid-js/web';
import { App } from './app.tsx';
import { chooseLanguage, preferredLanguage } from './i18n/index.ts';
import { takeMailedLink } from './mailed-link.ts';
import { takeSetupLink } from './pages/setup/setup-link.ts';
import { takeSsoAnswer } from './pages/sso/sso-answer.ts';

takeSetupLink();
takeSsoAnswer();
takeMailedLink();
// a second link that is opened in the same tab changes the part behind the # alone
addEventListener('hashchange', takeMailedLink);
await chooseLanguage(preferredLanguage());

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
render(() => <App />, root);

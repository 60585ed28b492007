import { useNavigate } from '@solidjs/router';
import { onMount } from 'solid-js';
import { consolePath } from '../../../schema/console-path.ts';
import { t } from '../../i18n/index.ts';
import { signInWithSso } from '../../session.ts';
import { Mark } from '../../ui/mark.tsx';
import { forgetNext } from './kept-next.ts';
import { spendSsoAnswer } from './sso-answer.ts';

/** Where single sign-on comes back: exchanges what it left for a session, and goes on. Reloaded, there is nothing to exchange. */
export default function Sso() {
  const navigate = useNavigate();
  onMount(async () => {
    document.title = `${t('sso.title')} · Muster`;
    const answer = spendSsoAnswer();
    if (!answer) return navigate('/sign-in', { replace: true });
    try {
      await signInWithSso(answer.code);
      forgetNext();
      navigate(consolePath(answer.to), { replace: true });
    } catch (error) {
      console.error(error);
      navigate('/sign-in?sso=failed', { replace: true });
    }
  });
  return (
    <main class="entrance">
      <div class="sheet">
        <div class="sheet-b stack gap-2" role="status">
          <span class="brandmark">
            <Mark />
          </span>
          <h1>{t('sso.title')}</h1>
          <p class="sm muted">{t('sso.wait')}</p>
        </div>
      </div>
    </main>
  );
}

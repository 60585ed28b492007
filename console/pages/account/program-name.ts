import { t } from '../../i18n/index.ts';
import { programOf } from './user-agent.ts';

/** "Firefox on Linux", or as much of it as is known; undefined for a program that we do not recognise. */
export function programName(userAgent: string): string | undefined {
  const { browser, system } = programOf(userAgent);
  return browser && system ? t('me.browser_on', { browser, system }) : (browser ?? system);
}

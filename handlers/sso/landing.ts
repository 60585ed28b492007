import type { Problem } from '../../domain/problem.ts';

/** The sign-in, which says that it did not succeed and nothing else. */
const FAILED = '/sign-in?sso=failed';

/** Where a failed sign-in lands; a route that is off stays one, and a page that asks the wrong way learns how. */
export const signInPage = ({ status }: Problem): string | undefined =>
  status === 404 || status === 400 ? undefined : FAILED;

/** The same for what the provider sends, which explains nothing to anybody. */
export const signInPageAlways = ({ status }: Problem): string | undefined => (status === 404 ? undefined : FAILED);

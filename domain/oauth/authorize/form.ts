import { z } from 'zod';
import { AuthorizeRequest } from '../../../schema/oauth-authorize.ts';
import type { Ctx } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { hashToken } from '../../tokens.ts';

/** How long somebody may look at the page before they post it. */
export const FORM_LIFETIME_MS = 10 * 60_000;

/** Somebody whose name and password were right, and who is asked for a code. */
const Recognised = z.strictObject({ id: z.string(), username: z.string(), password_mark: z.string() });
export type Recognised = z.infer<typeof Recognised>;

const Sealed = z.strictObject({
  request: AuthorizeRequest,
  expires_at: z.number(),
  recognised: Recognised.nullable(),
});

export interface ConsentForm {
  request: AuthorizeRequest;
  recognised: Recognised | null;
  expired: boolean;
}

/** Sealed for one browser: whoever has the page but not the cookie has nothing, and neither has who has another page. */
const placeOf = (binding: string): string => `oauth_consent:form:${hashToken(binding).toString('base64url')}`;

/**
 * The whole request as a field of the password form: nobody can change a part of it, or have somebody post a form that they
 * got (ATTACKS.md 19). @param binding value of the browser's cookie
 */
export const sealForm = (
  { secrets, now }: Ctx,
  binding: string,
  request: AuthorizeRequest,
  recognised: Recognised | null,
): string =>
  secrets.seal(
    placeOf(binding),
    JSON.stringify({ request, recognised, expires_at: now().getTime() + FORM_LIFETIME_MS } satisfies z.input<
      typeof Sealed
    >),
  );

/** @throws Problem 400 form_foreign unless this server sealed it for this browser */
export function openForm({ secrets, now }: Ctx, binding: string | undefined, sealed: string | undefined): ConsentForm {
  if (binding === undefined || sealed === undefined) throw foreign(new Error('without a cookie, or without its form'));
  try {
    const { request, recognised, expires_at } = Sealed.parse(JSON.parse(secrets.open(placeOf(binding), sealed)));
    return { request, recognised, expired: expires_at <= now().getTime() };
  } catch (cause) {
    throw foreign(cause);
  }
}

const foreign = (cause: unknown) =>
  new Problem(400, 'form_foreign', 'This form was not made for this browser.', { cause });

/** Single sign-on. SPEC.md, Single sign-on. */
import { z } from 'zod';
import { text } from './common.ts';

export const SsoState = z.object({ enabled: z.boolean(), label: z.string() });
/** Any text: what is no path of the console counts as `/`. */
export const SsoStart = z.strictObject({ redirect_to: z.string().optional() });
export const SsoBegin = z.strictObject({ state: text(100, 1) });
/** As the provider sends it: what is not known is ignored (RFC 6749, 4.1.2). */
export const SsoCallback = z.record(z.string(), z.string());
export const SsoExchange = z.strictObject({ code: text(100, 1) });

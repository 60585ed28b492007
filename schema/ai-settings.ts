/** Which AI answers in the chat. SPEC.md, Configuration objects. */
import { z } from 'zod';
import { text } from './common.ts';

export const AiProvider = z.enum(['openai_compatible', 'anthropic']);
export type AiProvider = z.infer<typeof AiProvider>;

/** Where a provider is asked while no base_url is set. */
export const defaultBaseUrl: Readonly<Record<AiProvider, string>> = {
  openai_compatible: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

/** Link-local addresses, where clouds keep their metadata; `hostname` as `URL` writes it, odd forms of an address resolved. */
const isLinkLocal = (hostname: string): boolean =>
  /^(169\.254\.\d+\.\d+|\[fe[89ab][0-9a-f]:.*\]|\[::ffff:a9fe:.*\])$/.test(hostname);

/** Why this can't be the address of an AI; undefined when it can. */
function unusable(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'is an address that begins with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'holds no user name and no password';
  if (/[?#]/.test(address)) return 'has nothing behind ? or #';
  return isLinkLocal(url.hostname) ? 'may not be a link-local address' : undefined;
}

/** Without a slash at its end; empty stands for the provider's own. */
const BaseUrl = text(1000)
  .trim()
  .superRefine((address, context) => {
    const message = address === '' ? undefined : unusable(address);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .transform((address) => (address === '' ? '' : (URL.parse(address)?.href ?? address).replace(/\/+$/, '')))
  .meta({ description: "https or http, without user name, query and fragment; empty is the provider's own address" });

/** Goes into a header (RFC 9110, 5.5). */
export const SecretInput = z
  .string()
  .max(2000)
  .regex(/^[\x20-\x7e]*$/, 'holds printable ASCII only')
  .trim()
  .nullable()
  .meta({ description: 'write-only; left out or empty keeps the stored one, null removes it' });

export const TOKENS_PER_DAY = { min: 1000, max: 1_000_000_000 } as const;

/** What is not named stays. A provider of null switches the chat off and forgets the key. */
export const AiSettingsChange = z.strictObject({
  provider: AiProvider.nullable().optional(),
  base_url: BaseUrl.optional(),
  model: text(200).trim().optional(),
  api_key: SecretInput.optional(),
  tokens_per_user_day: z.number().int().min(TOKENS_PER_DAY.min).max(TOKENS_PER_DAY.max).optional(),
});
export type AiSettingsChange = z.output<typeof AiSettingsChange>;

export const AiSettings = z
  .object({
    /** There is a provider and a model: the chat can be used by who holds ai_chat.use. */
    available: z.boolean(),
    provider: AiProvider.nullable(),
    /** In force; null while there is no provider, and for callers who may not change it: it may name an internal host. */
    base_url: z.string().nullable(),
    model: z.string(),
    api_key_set: z.boolean(),
    /** Input and output together, of one user within one UTC day. */
    tokens_per_user_day: z.number().int(),
  })
  .meta({ id: 'AiSettings' });
export type AiSettings = z.infer<typeof AiSettings>;

export const AiTested = z.object({
  ok: z.literal(true),
  model: z.string(),
  /** From the question to the whole answer. */
  latency_ms: z.number().int(),
});
export type AiTested = z.infer<typeof AiTested>;

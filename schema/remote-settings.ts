/** How devices are reached from afar. SPEC.md, Configuration objects. */
import { z } from 'zod';
import { SecretInput } from './ai-settings.ts';
import { text } from './common.ts';
import { RemoteProvider } from './config.ts';

/** Of the external tool A; opened by browsers with what is behind it, so no script and no other scheme. */
const Url = text(1000)
  .trim()
  .refine((address) => {
    const url = URL.parse(address);
    return address === '' || (url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '');
  }, 'is an address that begins with https:// or http://, without user name and password')
  .refine((address) => !address.includes('#'), 'has nothing behind #');

/** What is not named stays. */
export const RemoteSettingsChange = z.strictObject({
  /** Null: RMM_REMOTE_PROVIDER. */
  default: RemoteProvider.nullable().optional(),
  extprov_a_url: Url.optional(),
  extprov_a_user: text(200).trim().optional(),
  extprov_a_token_key: SecretInput.optional(),
  extprov_a_enabled: z.boolean().optional(),
  extprov_b_enabled: z.boolean().optional(),
});
export type RemoteSettingsChange = z.output<typeof RemoteSettingsChange>;

export const RemoteSettings = z
  .object({
    /** In force: the saved one, else RMM_REMOTE_PROVIDER. */
    default: RemoteProvider,
    /** The saved one; null while RMM_REMOTE_PROVIDER decides. */
    saved_default: RemoteProvider.nullable(),
    /** This and the user are null for callers who may not change them. */
    extprov_a_url: z.string().nullable(),
    extprov_a_user: z.string().nullable(),
    extprov_a_token_key_set: z.boolean(),
    extprov_a_enabled: z.boolean(),
    extprov_b_enabled: z.boolean(),
  })
  .meta({ id: 'RemoteSettings' });
export type RemoteSettings = z.infer<typeof RemoteSettings>;

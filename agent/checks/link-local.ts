/**
 * Addresses that an http check does not ask: a machine's own cloud answers there with the machine's credentials, which a
 * check could be made to read by looking for texts (ATTACKS.md, SSRF). RFC 3927, RFC 4291 2.5.6; AWS's fd00:ec2::254.
 */
import { lookup } from 'node:dns/promises';
import { Unreachable } from '../platform/checks.ts';

const LINK_LOCAL = /^(169\.254\.|::ffff:(169\.254\.|a9fe:)|fe[89ab][0-9a-f]:|fd00:ec2::254$)/i;

export const isLinkLocal = (address: string): boolean => LINK_LOCAL.test(address);

/**
 * Looks the host of a web address up. A name that is answered differently the next moment gets past this: what matters is
 * that nobody reads such an address by writing it, or by a redirect. @throws Unreachable for a link-local address
 */
export async function refuseLinkLocal({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  // A name that is not known is the request's to report.
  const found = await lookup(host, { all: true }).catch(() => []);
  if ([host, ...found.map(({ address }) => address)].some(isLinkLocal))
    throw new Unreachable('Link-local addresses are not asked.');
}

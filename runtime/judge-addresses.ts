import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './mail-address.ts';

/** Every address of a host. */
export type Resolve = (host: string) => Promise<string[]>;

/** The operating system's answer, which reads odd forms such as 0x7f.1 as it would for a connection. */
const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** `host`, the name leads nowhere; `address`, it leads where nothing may go. */
export class AddressError extends Error {
  override name = 'AddressError';
  readonly obstacle: 'host' | 'address';

  constructor(message: string, obstacle: 'host' | 'address', cause?: unknown) {
    super(message, { cause });
    this.obstacle = obstacle;
  }
}

/** Addresses of a host, of which every one may be connected to. @throws AddressError */
export type Judge = (target: { host: string; publicOnly: boolean }) => Promise<string[]>;

/** What somebody names in the console must not reach into the server's own network (ATTACKS.md 41). */
export function createJudge(resolve: Resolve = systemResolve): Judge {
  // A lookup that hangs holds one of the four threads that password hashing needs too: of one host there is one at a time.
  const underWay = new Map<string, Promise<string[]>>();
  const addressesOf = (host: string): Promise<string[]> => {
    const known = underWay.get(host);
    if (known) return known;
    const lookup = resolve(host).finally(() => underWay.delete(host));
    underWay.set(host, lookup);
    return lookup;
  };
  return async ({ host, publicOnly }) => {
    const addresses = await addressesOf(host).catch((cause: unknown) => {
      throw new AddressError(`${host} has no address that can be found.`, 'host', cause);
    });
    if (addresses.length === 0) throw new AddressError(`${host} has no address.`, 'host');
    // One bad address spoils the name: picking another would leave the choice to whoever answers for it.
    const refused = publicOnly ? addresses.find((address) => !isPublicAddress(address)) : undefined;
    if (refused === undefined) return addresses;
    const reached = refused === host ? host : `${host} leads to ${refused}, which`;
    throw new AddressError(`${reached} is a private or reserved address.`, 'address');
  };
}

/** As `lookup` of a connection: hands out what was judged and looks nothing up again (ATTACKS.md 41, rebinding). */
export function pinned(addresses: string[]) {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (
    _host: string,
    options: { all?: boolean },
    done: (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void,
  ): void => {
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** The device's side of every session: its identity, and what the server makes of it. */
import { agentAddress } from './address.ts';
import type { AgentContext } from './agent.ts';
import { type Identity, saveIdentity } from './identity.ts';
import { proxyFor } from './link/proxy.ts';
import { runSession, type SessionContext } from './link/session.ts';
import { version } from './version.ts';

/** What every session of this process shares; the identity in it changes as the server answers. */
export function openDeviceLink(context: AgentContext, initial: Identity) {
  const { flags, env, log, now } = context;
  const address = flags.server ? agentAddress(flags.server) : initial.server;
  const proxy = proxyFor(address, env);
  let identity = initial;

  function keep(change: Partial<Identity>) {
    identity = { ...identity, ...change };
    saveIdentity(flags.stateDir, identity);
  }

  return {
    state() {
      if (identity.revoked_at) return 'revoked' as const;
      return identity.device_id ? ('enrolled' as const) : ('enrolling' as const);
    },
    session: async (rest: Pick<SessionContext, 'heldJobs' | 'signal' | 'welcomed' | 'work'>) => {
      if (!identity.device_id && !flags.enrollToken)
        throw new Error('This machine is not enrolled: -enroll-token is needed.');
      const facts = { ...(await context.platform.facts()), version };
      return runSession({
        ...rest,
        address,
        proxy,
        identity,
        enrollToken: flags.enrollToken,
        facts,
        log,
        enrolled(deviceId) {
          keep({ device_id: deviceId, server: address });
          log('info', 'enrolled', { device: deviceId, server: address });
        },
        welcomed(welcome, connection) {
          // A server that moved is remembered once it has proved to know this device.
          if (identity.server !== address) keep({ server: address });
          rest.welcomed(welcome, connection);
        },
        revoked: () => keep({ revoked_at: identity.revoked_at ?? now().toISOString() }),
      });
    },
  };
}

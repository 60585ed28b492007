import { describe, expect, it } from 'vitest';
import { agentAddress } from '../../agent/address.ts';
import { parseFlags } from '../../agent/flags.ts';

describe('flags', () => {
  it('takes one or two dashes, and the value behind a blank or an equals sign', () => {
    const argv = ['-server', 'wss://a', '--enroll-token=t=1', '-enroll-only', '--state-dir', '/x'];
    expect(parseFlags(argv, {})).toMatchObject({
      server: 'wss://a',
      enrollToken: 't=1',
      enrollOnly: true,
      stateDir: '/x',
    });
  });

  it('switches take true and false', () => {
    expect(parseFlags(['-enroll-only=false', '-print-version=1'], {})).toMatchObject({
      enrollOnly: false,
      printVersion: true,
    });
    expect(() => parseFlags(['-enroll-only=maybe'], {})).toThrow('invalid boolean value "maybe" for -enroll-only');
  });

  it('takes the state folder from the environment unless a flag names it', () => {
    const env = { RMM_AGENT_STATE_DIR: '/env' };
    expect(parseFlags([], {}).stateDir).toBe('/var/lib/rmm-agent');
    expect(parseFlags([], env).stateDir).toBe('/env');
    expect(parseFlags(['-state-dir=/flag'], env).stateDir).toBe('/flag');
  });

  it.each([
    [['-serverr', 'x'], 'flag provided but not defined: -serverr'],
    [['-server'], 'flag needs an argument: -server'],
    [['-server='], 'flag needs an argument: -server'],
    [['run'], 'unexpected argument: run'],
    [['-toString'], 'unexpected argument: -toString'],
    [['-constructor'], 'flag provided but not defined: -constructor'],
  ])('refuses %j', (argv, sentence) => {
    expect(() => parseFlags(argv, {})).toThrow(sentence);
  });
});

describe('the server address', () => {
  it.each([
    ['wss://rmm.example.com/ws/agent', 'wss://rmm.example.com/ws/agent'],
    ['https://rmm.example.com', 'wss://rmm.example.com/ws/agent'],
    ['http://127.0.0.1:8080/', 'ws://127.0.0.1:8080/ws/agent'],
    ['ws://[::1]:8080', 'ws://[::1]:8080/ws/agent'],
    ['https://example.com/rmm/', 'wss://example.com/rmm/ws/agent'],
  ])('%s means %s', (given, meant) => {
    expect(agentAddress(given)).toBe(meant);
  });

  it.each(['rmm.example.com', 'ftp://a', 'wss://', 'wss://u:p@a', 'wss://a?x=1', 'wss://a#b', ''])(
    'refuses "%s"',
    (given) => {
      expect(() => agentAddress(given)).toThrow(/^The server address/);
    },
  );
});

import { expect, test } from 'vitest';
import { networkOf } from '../../domain/network.ts';
import { createAddressList } from '../../runtime/address-list.ts';
import { clientAddress, plainAddress } from '../../runtime/peer.ts';

const proxies = createAddressList(['10.0.0.0/8', '127.0.0.0/8', '2001:db8:1::/48']);
const client = (peer: string, forwardedFor: string) => clientAddress(proxies, peer, forwardedFor);

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:ffff:7f00:0001', '127.0.0.1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['fe80::1%', 'fe80::1'],
  ['not an address', 'not an address'],
  ['', ''],
])('%s is plainly %s', (written, plain) => {
  expect(plainAddress(written)).toBe(plain);
});

test('without a forwarding header the peer is the client', () => {
  expect(client('198.51.100.7', '')).toEqual({ ip: '198.51.100.7', untrusted: false });
});

test('a header from a peer that is no trusted proxy is ignored and noticed', () => {
  expect(client('198.51.100.7', '203.0.113.9')).toEqual({ ip: '198.51.100.7', untrusted: true });
});

test('behind a trusted proxy the client is the address it saw, whatever the client claimed before', () => {
  expect(client('10.0.0.1', '1.2.3.4, 203.0.113.9').ip).toBe('203.0.113.9');
  expect(client('10.0.0.1', '1.2.3.4, 203.0.113.9, 10.0.0.2').ip).toBe('203.0.113.9');
});

test('ports and brackets of a hop are no part of its address', () => {
  expect(client('10.0.0.1', '203.0.113.9:4711').ip).toBe('203.0.113.9');
  expect(client('10.0.0.1', '[2001:db8::9]:4711').ip).toBe('2001:db8::9');
  expect(client('10.0.0.1', '[2001:db8::9]').ip).toBe('2001:db8::9');
});

test('a zone id, an empty hop and nonsense do not end the walk in an exception', () => {
  expect(client('10.0.0.1', 'fe80::1%eth0').ip).toBe('fe80::1');
  expect(client('10.0.0.1', 'unknown').ip).toBe('10.0.0.1');
  expect(client('10.0.0.1', '_hidden, ,').ip).toBe('10.0.0.1');
});

test('an IPv6 customer counts as one, whatever address of its /64 it uses', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
});

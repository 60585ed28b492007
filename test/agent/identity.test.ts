import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createIdentity, credentialHash, loadIdentity, saveIdentity } from '../../agent/identity.ts';
import { lockFolder } from '../../agent/lock.ts';
import { processStart } from '../../agent/platform/linux/processes.ts';
import { scratch } from './agents.ts';

const sources = { now: () => new Date('2026-11-20T09:31:27.123Z'), randomBytes };

describe('identity', () => {
  it('has a credential of 256 random bits and a UUIDv7 made now', () => {
    const identity = createIdentity(scratch(), 'wss://a/ws/agent', sources);
    expect(identity.credential).toMatch(/^rmd_[\w-]{43}$/);
    expect(identity.install_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(identity.install_id.replace('-', '').slice(0, 12), 16)).toBe(sources.now().getTime());
    expect(credentialHash(identity)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is read back as it was stored, and is absent before', () => {
    const folder = scratch();
    expect(loadIdentity(folder)).toBeUndefined();
    const identity = createIdentity(folder, 'wss://a/ws/agent', sources);
    expect(loadIdentity(folder)).toEqual(identity);
    saveIdentity(folder, { ...identity, device_id: identity.install_id });
    expect(loadIdentity(folder)?.device_id).toBe(identity.install_id);
    expect(readdirSync(folder)).toEqual(['identity.json']);
  });

  it.each(['', '{', '{"credential":"rmd_x"}'])('is not replaced when its file is damaged: %j', (content) => {
    const folder = scratch();
    writeFileSync(join(folder, 'identity.json'), content);
    expect(() => loadIdentity(folder)).toThrow(/is damaged/);
  });
});

describe('the lock of a state folder', () => {
  it('is held by one at a time, and free again after release', () => {
    const folder = scratch();
    const release = lockFolder(folder, process.pid, processStart);
    expect(() => lockFolder(folder, process.pid, processStart)).toThrow(
      `Another agent (pid ${process.pid}) uses ${folder}.`,
    );
    release();
    lockFolder(folder, process.pid, processStart)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a dead agent is taken over, even when its pid lives on as another process', () => {
    const folder = scratch();
    writeFileSync(join(folder, 'lock'), `${process.pid} 1 some-earlier-boot`);
    lockFolder(folder, process.pid, processStart);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(`${process.pid} ${processStart(process.pid)}`);
  });

  it.each(['', 'garbage', '999999999 5 x'])('that says %j holds nobody up', (content) => {
    const folder = scratch();
    writeFileSync(join(folder, 'lock'), content);
    lockFolder(folder, process.pid, processStart)();
  });
});

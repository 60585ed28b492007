/**
 * The house rules of ARCHITECTURE.md that a machine can hold: who imports whom, folders that must not be, long files,
 * escapes from the type checker. A new room or a new exception needs a line here, and a reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Room {
  /** Packages, by name or `@scope/`; `node:` modules are packages too. */
  packages: string[];
  /** Files and folders outside of the room, from the root. */
  takes: string[];
  /** The same for types alone, which leave no trace at run time. */
  takesTypes?: string[];
}

const rooms: Record<string, Room> = {
  schema: { packages: ['zod'], takes: [] },
  // What the product knows: no HTTP, no sockets, no files.
  domain: {
    packages: [
      'zod',
      '@node-rs/argon2',
      'otpauth',
      'jose',
      '@simplewebauthn/server',
      'node:crypto',
      'temporal-polyfill',
    ],
    takes: ['schema/'],
    takesTypes: ['postgres'],
  },
  handlers: {
    packages: ['zod', '@modelcontextprotocol/server'],
    takes: ['schema/', 'domain/', 'runtime/endpoint.ts', 'runtime/access.ts'],
  },
  runtime: {
    packages: [
      'node:',
      'zod',
      '@ai-sdk/anthropic',
      '@ai-sdk/openai-compatible',
      '@whatwg-node/server',
      'ai',
      'csv-stringify',
      'nodemailer',
      'openid-client',
      'pino',
      'postgres',
      'prom-client',
      'rate-limiter-flexible',
      'uWebSockets.js',
    ],
    takes: ['schema/', 'domain/'],
  },
  realtime: {
    packages: ['node:crypto', 'zod'],
    takes: ['schema/', 'domain/', 'runtime/config.ts', 'runtime/log.ts', 'runtime/authenticate.ts', 'runtime/bus.ts'],
    takesTypes: ['runtime/', 'uWebSockets.js'],
  },
  // Compiled to a binary of its own: nothing of the server may end up in it.
  agent: {
    packages: ['node:', 'bun', 'ws', 'zod'],
    takes: [
      'agent',
      'agent-checks',
      'check-measures',
      'check-types',
      'health',
      'remote',
      'common',
      'inventory',
      'shell',
    ].map((name) => `schema/${name}.ts`),
  },
  // Runs in a browser: of the server it knows shapes, and endpoints by their types.
  console: {
    packages: [
      'solid-js',
      '@solidjs/',
      '@kobalte/',
      '@tanstack/',
      'lucide-solid',
      '@simplewebauthn/browser',
      'uplot',
      '@codemirror/',
      '@lezer/',
      'uqr',
      'zod',
    ],
    takes: ['schema/'],
    takesTypes: ['handlers/'],
  },
};

/** Single files that may take more than their room. */
const doors: Record<string, string[]> = {
  'runtime/main.ts': ['handlers/index.ts', 'realtime/server.ts'],
  'runtime/print-openapi.ts': ['handlers/index.ts'],
  'runtime/release-agents.ts': ['agent/build.ts'],
};

/** Files beyond 300 lines, each with its reason. */
const longForAReason: Record<string, string> = {
  'test/agent/connection.test.ts': 'one wire protocol, told from the first connection to the last',
};

interface Import {
  file: string;
  /** A path from the root, or the name of a package. */
  target: string;
  typeOnly: boolean;
  /** `import(…)`: loaded when it is needed. */
  lazy?: boolean;
}

const isSource = (name: string) => /\.(ts|tsx|js|mjs)$/.test(name);

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('console/dist/'));
}

const present = [...Object.keys(rooms), 'bench', 'test'].filter((room) => existsSync(join(ROOT, room)));
const files = present.flatMap(filesUnder);
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const statement = /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function importsOf(file: string): Import[] {
  return [...textOf(file).matchAll(statement)].map(([, type, named, dynamic]) => {
    const written = named ?? dynamic ?? '';
    const target = written.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), written)) : written;
    return { file, target, typeOnly: type !== undefined, lazy: dynamic !== undefined };
  });
}

const imports = files.filter((file) => /\.(ts|tsx)$/.test(file)).flatMap(importsOf);
const roomOf = (file: string) => file.split('/')[0] ?? '';
const covers = (allowed: string[], target: string) =>
  allowed.some((one) => one === target || ((one.endsWith('/') || one.endsWith(':')) && target.startsWith(one)));

function isAllowed({ file, target, typeOnly }: Import): boolean {
  const room = rooms[roomOf(file)];
  if (!room || roomOf(target) === roomOf(file)) return true;
  const own = [...room.packages, ...room.takes, ...(doors[file] ?? [])];
  // `solid-js/web` and the like belong to their package.
  const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : roomOf(target);
  return covers(own, target) || covers(own, name) || (typeOnly && covers([...own, ...(room.takesTypes ?? [])], target));
}

describe.each(Object.keys(rooms).filter((room) => present.includes(room)))('%s/', (room) => {
  test('imports what its room may', () => {
    const own = imports.filter(({ file }) => roomOf(file) === room);
    expect(own.length).toBeGreaterThan(0);
    const strays = own.filter((one) => !isAllowed(one));
    expect(strays.map(({ file, target, typeOnly }) => `${file} takes ${typeOnly ? 'types of ' : ''}${target}`)).toEqual(
      [],
    );
  });
});

test.each([
  ['domain/jobs/read.ts', 'runtime/log.ts', false],
  ['domain/jobs/read.ts', 'node:fs', false],
  ['domain/jobs/read.ts', 'postgres', false],
  ['schema/jobs.ts', 'domain/actor.ts', true],
  ['handlers/jobs/read.ts', 'runtime/router.ts', false],
  ['handlers/jobs/read.ts', 'realtime/hub.ts', true],
  ['runtime/invoke.ts', 'handlers/index.ts', false],
  ['realtime/hub.ts', 'runtime/server.ts', false],
  ['realtime/hub.ts', 'handlers/index.ts', true],
  ['agent/main.ts', 'domain/tokens.ts', false],
  ['console/api.ts', 'handlers/index.ts', false],
  ['console/api.ts', 'domain/actor.ts', true],
  ['runtime/log.ts', 'test/harness.ts', false],
])('%s may not take %s', (file, target, typeOnly) => {
  expect(isAllowed({ file, target, typeOnly })).toBe(false);
});

test('only runtime/main.ts imports both the endpoints and the sockets', () => {
  const takers = (target: string) =>
    imports
      .filter((one) => one.target === target && !one.typeOnly && roomOf(one.file) in rooms)
      .map(({ file }) => file);
  const both = takers('handlers/index.ts').filter((file) => takers('realtime/server.ts').includes(file));
  expect(both).toEqual(['runtime/main.ts']);
});

test('every file that is imported is there, and every exception is still one', () => {
  const missing = imports.filter(({ target }) => roomOf(target) in rooms && !existsSync(join(ROOT, target)));
  expect(missing.map(({ file, target }) => `${file} takes ${target}`)).toEqual([]);
  expect(Object.keys(doors).filter((file) => !files.includes(file))).toEqual([]);
});

test('no two files import each other at run time, not by any detour', () => {
  const next = new Map<string, string[]>();
  for (const { file, target, typeOnly, lazy } of imports)
    if (!typeOnly && !lazy && roomOf(target) in rooms) next.set(file, [...(next.get(file) ?? []), target]);
  const done = new Set<string>();
  const cycleFrom = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of next.get(file) ?? []) {
      const cycle = cycleFrom(target, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  const cycles = [...next.keys()].map((file) => cycleFrom(file, [])).filter((cycle) => cycle !== undefined);
  expect(cycles.map((cycle) => cycle.join(' → '))).toEqual([]);
});

test('there is no drawer for things without a name', () => {
  const drawer = /(^|\/)(?:(?:src|libs?|common|shared)\/|(?:utils?|helpers?|misc)(?:\/|\.tsx?$))/;
  expect(files.filter((file) => drawer.test(file))).toEqual([]);
});

test('no file is longer than 300 lines without a reason', () => {
  const long = files.filter((file) => textOf(file).split('\n').length - 1 > 300);
  expect(long.filter((file) => !(file in longForAReason))).toEqual([]);
  expect(Object.keys(longForAReason).filter((file) => !long.includes(file))).toEqual([]);
});

/** What the type checker cannot see through, and where there is no other way. */
const escapes: Record<string, string> = {
  'domain/audit.ts': 'postgres.js takes JSON by a type of its own that no interface fits',
  'runtime/refusals.ts': 'a refusal has details of its own, not those that its action declares',
  'runtime/listen-exclusive.ts':
    "the types of the uWebSockets.js repack lack listen()'s form with host, port and options",
};

test('nothing silences the type checker without a reason', () => {
  const silencer = /\bas (?:unknown as|any|never)\b|@ts-(?:ignore|expect-error|nocheck)/;
  const found = files.filter((file) => roomOf(file) in rooms && /\.tsx?$/.test(file) && silencer.test(textOf(file)));
  expect(found.filter((file) => !(file in escapes))).toEqual([]);
});

test('there are no classes but errors, and text from the database that instanceof must know', () => {
  const kind = /^\s*(?:export )?(?:default )?(?:abstract )?class (\w+)(.*)$/gm;
  const found = files
    .filter((file) => roomOf(file) in rooms)
    .flatMap((file) => [...textOf(file).matchAll(kind)].map(([, name, rest]) => ({ file, name, rest })))
    .filter(({ name, rest }) => name !== 'JsonText' && !/ extends \w*Error /.test(`${rest} `));
  expect(found).toEqual([]);
});

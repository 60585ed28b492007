import { nearestColour, paletteColour } from './ansi-colours.ts';

/**
 * Reads what a job wrote for a terminal (ECMA-48): text, line ends, carriage returns and colours. Everything else that
 * a terminal would obey (cursor moves, titles, links, clipboard) is dropped, so that output stays output.
 */
export type Step =
  | { kind: 'text'; text: string; look: string }
  | { kind: 'newline' }
  | { kind: 'return' }
  | { kind: 'back' };

export type AnsiReader = (chunk: string) => Step[];

type Look = { fg?: string | undefined; bg?: string | undefined; flags: ReadonlySet<string> };

/** A sequence that nobody finishes within this many characters is dropped. */
const MAX_OPEN = 4096;

// Whole sequences: CSI, OSC (to BEL or ST), DCS and its kin, other escapes, in 7 and 8 bits; line ends; backspace.
// Group 3 is one that this chunk leaves open.
const SEQUENCE = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)([0-?]*)[ -/]*([@-~])',
    '(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)',
    '(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])[^\\x1b\\x9c]*(?:\\x1b\\\\|\\x9c)',
    '\\x1b[ -/]*[0-OQ-WYZ\\\\`-~]',
    '((?:\\x1b\\[|\\x9b)[0-?]*[ -/]*$|(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c]*\\x1b?$|\\x1b[ -/]*$|\\r$)',
    '\\r\\n|\\r|\\n|\\x08',
  ].join('|'),
  'g',
);

const FLAGS: Readonly<Record<number, string>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'under',
  7: 'inverse',
  9: 'strike',
};
const ENDS: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['under'],
  27: ['inverse'],
  29: ['strike'],
};

/** A reader that keeps its colours, and an unfinished sequence, from one chunk to the next. */
export function createAnsiReader(): AnsiReader {
  let look: Look = { flags: new Set() };
  let open = '';
  return (chunk) => {
    const input = open + chunk;
    const steps: Step[] = [];
    let end = 0;
    open = '';
    for (const match of input.matchAll(SEQUENCE)) {
      if (match.index > end) steps.push(textStep(input.slice(end, match.index), look));
      end = match.index + match[0].length;
      if (match[3] !== undefined) open = match[3].length > MAX_OPEN ? '' : match[3];
      else if (match[2] === 'm') look = styled(look, match[1] ?? '');
      else steps.push(...movement(match[0]));
    }
    if (end < input.length) steps.push(textStep(input.slice(end), look));
    return steps;
  };
}

function textStep(text: string, look: Look): Step {
  return { kind: 'text', text, look: classes(look) };
}

function movement(sequence: string): Step[] {
  if (sequence === '\n' || sequence === '\r\n') return [{ kind: 'newline' }];
  if (sequence === '\r') return [{ kind: 'return' }];
  return sequence === '\b' ? [{ kind: 'back' }] : [];
}

function styled(look: Look, parameters: string): Look {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = look;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(index + 1));
      next = code === 38 ? { ...next, fg: colour } : { ...next, bg: colour };
      index += used;
    } else next = simple(next, code);
  }
  return next;
}

function simple(look: Look, code: number): Look {
  const flag = FLAGS[code];
  const ended = ENDS[code];
  if (code === 0) return { flags: new Set() };
  if (flag) return { ...look, flags: new Set([...look.flags, flag]) };
  if (ended) return { ...look, flags: new Set([...look.flags].filter((name) => !ended.includes(name))) };
  if (code === 39) return { ...look, fg: undefined };
  if (code === 49) return { ...look, bg: undefined };
  const [base, bright] = [code % 10, code >= 90 ? 8 : 0];
  const place = code - base - (bright ? 60 : 0);
  if (base > 7 || (place !== 30 && place !== 40)) return look;
  return place === 30 ? { ...look, fg: paletteColour(base + bright) } : { ...look, bg: paletteColour(base + bright) };
}

/** 38;5;n and 38;2;r;g;b: the nearest of our few colours, and how many parameters were used. */
function extended(codes: readonly number[]): [colour: string | undefined, used: number] {
  if (codes[0] === 5) return [paletteColour(codes[1] ?? 0), 2];
  if (codes[0] === 2) return [nearestColour(codes[1] ?? 0, codes[2] ?? 0, codes[3] ?? 0), 4];
  return [undefined, codes.length];
}

function classes(look: Look): string {
  const names = [...look.flags];
  if (look.fg) names.push(look.fg);
  if (look.bg) names.push(`bg-${look.bg}`);
  return names.map((name) => `a-${name}`).join(' ');
}

/** Far more than 5,000 devices of a bulk proposal. */
const VALUES_MAX = 10_000;
/** Fields of all its objects together: a call has a few dozen. */
const FIELDS_MAX = 1000;
/** A tool's input has three, its envelope five. */
const LEVELS_MAX = 64;

/**
 * Whether a message holds more, or nests it deeper, than any that is meant. The protocol's library judges each part of it
 * several times over: 80,000 fields, which 1 MiB has room for, took it a second, in which no agent is heard.
 */
export function isExcessive(message: unknown): boolean {
  let level = [message].filter(isContainer);
  let values = 0;
  let fields = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const below = level.map((one) => Object.values(one));
    values += sum(below.map(({ length }) => length));
    fields += sum(below.map(({ length }, index) => (Array.isArray(level[index]) ? 0 : length)));
    if (depth >= LEVELS_MAX || values > VALUES_MAX || fields > FIELDS_MAX) return true;
    level = below.flat().filter(isContainer);
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

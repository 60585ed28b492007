import type { Coding } from '../../domain/file-answer.ts';

/**
 * The coding to send, or undefined for the bytes as they are. The highest q-value wins, between equal ones the first of
 * `available`; a client that says nothing gets no coding, and one that refuses everything gets the plain bytes rather than
 * an error (RFC 9110, 12.5.3).
 */
export function chooseCoding(acceptEncoding: string, available: readonly Coding[]): Coding | undefined {
  const weights = weightsOf(acceptEncoding);
  const weightOf = (name: string, otherwise: number) => weights.get(name) ?? weights.get('*') ?? otherwise;
  let best: Coding | undefined;
  let bestWeight = 0;
  for (const coding of available) {
    const weight = weightOf(coding, 0);
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  // `identity` counts only where it is named: it is acceptable by default, but a coding that was asked for is preferred.
  return bestWeight >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** `gzip;q=0.5, br` as gzip → 0.5, br → 1. A malformed weight counts as 0. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const number = weight === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, number);
  }
  return weights;
}

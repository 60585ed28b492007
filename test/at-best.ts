/** How long something takes on a machine that does other things too, and that stands still for a second now and then. */

export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The quickest of three, in ms; of fewer once one is within the bound. */
export async function atBest(boundMs: number, take: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && best >= boundMs; round++) best = Math.min(best, await take());
  return best;
}

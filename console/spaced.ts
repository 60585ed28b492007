/**
 * Runs at once when asked, and then at most once in `ms`: what is asked for meanwhile runs when the time is over, so that
 * the last asking is never lost. `after` is the timer, so that tests hold it.
 */
export function spaced(run: () => void, ms: number, after: (ms: number, run: () => void) => void): () => void {
  let waiting = false;
  let asked = false;
  function over() {
    waiting = false;
    if (asked) ask();
  }
  function ask() {
    asked = waiting;
    if (waiting) return;
    waiting = true;
    run();
    after(ms, over);
  }
  return ask;
}

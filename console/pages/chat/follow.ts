import { createSignal, onCleanup, onMount } from 'solid-js';

/** So near to the end counts as there. */
const NEAR = 32;

/** What moves within this time after the reader touched it was moved by them. */
const HAND_MS = 700;

/** What moves within this time after something was drawn may have been taken along: anything else is the reader, searching. */
const DRAWN_MS = 200;

/**
 * Keeps a box at its end while what is in it grows, until the reader scrolls up; then it stays where they read, and `behind`
 * says so. @param box what scrolls @param inner what grows in it
 */
export function createFollow(box: () => HTMLElement, inner: () => HTMLElement) {
  const [behind, setBehind] = createSignal(false);
  let following = true;
  let last = 0;
  let hand = Number.NEGATIVE_INFINITY;
  let held = false;
  let drawn = Number.NEGATIVE_INFINITY;
  const left = () => box().scrollHeight - box().scrollTop - box().clientHeight;
  const toEnd = () => {
    following = true;
    setBehind(false);
    box().scrollTop = box().scrollHeight;
    last = box().scrollTop;
  };
  onMount(() => {
    const observer = new ResizeObserver(() => {
      if (following) toEnd();
      else setBehind(left() > NEAR);
    });
    observer.observe(inner());
    observer.observe(box());
    const changes = new MutationObserver(() => {
      drawn = performance.now();
    });
    changes.observe(inner(), { childList: true, subtree: true, characterData: true });
    const moved = () => {
      hand = performance.now();
    };
    // The bar is held for as long as the reader likes.
    const hold = () => {
      held = true;
    };
    const release = () => {
      if (held) moved();
      held = false;
    };
    const gone = new AbortController();
    const options = { passive: true, signal: gone.signal };
    for (const name of ['wheel', 'touchmove', 'keydown'] as const) box().addEventListener(name, moved, options);
    box().addEventListener('pointerdown', hold, options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    onCleanup(() => {
      observer.disconnect();
      changes.disconnect();
      gone.abort();
    });
  });
  return {
    behind,
    toEnd,
    onScroll: () => {
      const now = performance.now();
      const takenAlong = !held && now - hand > HAND_MS && now - drawn < DRAWN_MS;
      if (takenAlong && following && left() > NEAR) return toEnd();
      if (!takenAlong && box().scrollTop < last - 2) following = false;
      if (left() <= NEAR) following = true;
      last = box().scrollTop;
      setBehind(!following && left() > NEAR);
    },
  };
}

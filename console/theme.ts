import { createSignal } from 'solid-js';

/** Light or dark follows the system until somebody chooses; theme.js applies the choice before the first paint. */
const KEY = 'muster.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const shown = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light';
};

const [theme, setTheme] = createSignal<'light' | 'dark'>(shown());
system.addEventListener('change', () => setTheme(shown()));

/** The theme on screen; charts and the terminal read their tokens again when it changes. */
export { theme };

/** Switches to the other theme. Back to what the system says means: follow the system again. */
export function toggleTheme(): void {
  const next = theme() === 'dark' ? 'light' : 'dark';
  const follows = (next === 'dark') === system.matches;
  if (follows) {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
  }
  setTheme(next);
}

/** The tokens that a canvas needs, as they are now. */
export function chartColours() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    line: token('chart-1'),
    band: token('chart-1-fill'),
    err: token('chart-2'),
    warn: token('chart-3'),
    grid: token('chart-grid'),
    text: token('text-3'),
    font: `11px ${token('font')}`,
  };
}
export type ChartColours = ReturnType<typeof chartColours>;

/** Where the words on threshold lines stand: above their line, unless that is out of the picture or upon another one. */

export type LabelPlace = { below: boolean; x: number };

/**
 * `y` of each line and the width of its label, in pixels; `row` is the height of a label, `gap` stays free between two.
 * Two that would still overlap stand side by side.
 */
export function labelPlaces(
  lines: readonly { y: number; width: number }[],
  { top, bottom, row, gap }: { top: number; bottom: number; row: number; gap: number },
): LabelPlace[] {
  const placed: { from: number; right: number }[] = [];
  const places = new Map<object, LabelPlace>();
  for (const line of lines.toSorted((one, other) => one.y - other.y)) {
    const isOut = line.y - top < row;
    const isUponAnother = lines.some((other) => other !== line && other.y <= line.y && line.y - other.y < row);
    const below = isOut || (isUponAnother && line.y + row <= bottom);
    const from = below ? line.y : line.y - row;
    const beside = placed.filter((other) => Math.abs(other.from - from) < row);
    const x = Math.max(0, ...beside.map(({ right }) => right + gap));
    placed.push({ from, right: x + line.width });
    places.set(line, { below, x });
  }
  return lines.map((line) => places.get(line) ?? { below: false, x: 0 });
}

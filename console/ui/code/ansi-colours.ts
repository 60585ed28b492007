/** Colours of a terminal, mapped onto the few that have a token; exact shades would miss our contrast. */
const BASIC = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Entry n of the 256-colour palette: 16 named, a 6 × 6 × 6 cube, 24 greys. */
export function paletteColour(n: number): string | undefined {
  if (n < 8) return BASIC[n];
  if (n === 8) return 'gray';
  if (n < 16) return BASIC[n - 8];
  if (n >= 232) return n < 244 ? 'gray' : 'white';
  const level = (part: number) => (part === 0 ? 0 : 55 + part * 40);
  const cube = n - 16;
  return nearestColour(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** The named colour of this hue; greys by lightness. */
export function nearestColour(red: number, green: number, blue: number): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 40) return most < 150 ? 'gray' : 'white';
  const hue = hueOf(red, green, blue, most, most - least);
  if (hue < 20 || hue >= 340) return 'red';
  if (hue < 75) return 'yellow';
  if (hue < 160) return 'green';
  if (hue < 200) return 'cyan';
  return hue < 265 ? 'blue' : 'magenta';
}

function hueOf(red: number, green: number, blue: number, most: number, range: number): number {
  if (most === red) return (((green - blue) / range + 6) % 6) * 60;
  return most === green ? ((blue - red) / range + 2) * 60 : ((red - green) / range + 4) * 60;
}

import { createMemo } from 'solid-js';
import { encode } from 'uqr';

/** Modules of white around the code, without which some cameras do not find it (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;

/** A text as a QR code to scan. Black on white in both themes: many apps read no inverted one. */
export function QrCode(props: { text: string; label: string }) {
  const rows = createMemo(() => encode(props.text, { ecc: 'M', border: QUIET_ZONE }).data);
  const side = () => rows().length;
  const path = () =>
    rows()
      .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('');
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${side()} ${side()}`}
      role="img"
      aria-label={props.label}
      shape-rendering="crispEdges"
    >
      <path d={path()} />
    </svg>
  );
}

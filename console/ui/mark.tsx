/** The Muster mark: devices joined into an M. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M3 16L5.5 5l4.5 7 4.5-7L17 16"
        fill="none"
        stroke="currentColor"
        stroke-width="1.3"
        stroke-linejoin="round"
        opacity=".5"
      />
      <g fill="currentColor">
        <circle cx="3" cy="16" r="2.1" />
        <circle cx="5.5" cy="5" r="2.1" />
        <circle cx="10" cy="12" r="2.1" />
        <circle cx="14.5" cy="5" r="2.1" />
        <circle cx="17" cy="16" r="2.1" />
      </g>
    </svg>
  );
}

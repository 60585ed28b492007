import { html } from './html.ts';

const icon = (paths: ReturnType<typeof html>) => html`<svg viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;

export const bot = icon(
  html`<rect x="5" y="9" width="14" height="10" rx="2.5"/><path d="M12 9V5.5M9.5 13.5v1.5M14.5 13.5v1.5M2.5 13v2.5M21.5 13v2.5"/><circle cx="12" cy="4.3" r="1.2"/>`,
);
export const alarm = icon(html`<path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z"/><path d="M12 8v5M12 16h.01"/>`);
export const info = icon(html`<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 8h.01"/>`);
export const check = icon(html`<path d="M5 12.5l4.5 4.5L19 7.5"/>`);
export const cross = icon(html`<path d="M6 6l12 12M18 6L6 18"/>`);
export const key = icon(html`<circle cx="8" cy="15" r="4"/><path d="M11 12l8-8M16 7l3 3"/>`);
export const muster = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 16L5.5 5l4.5 7 4.5-7L17 16" stroke-width="1.3" opacity=".5"/><g fill="currentColor" stroke="none"><circle cx="3" cy="16" r="2.1"/><circle cx="5.5" cy="5" r="2.1"/><circle cx="10" cy="12" r="2.1"/><circle cx="14.5" cy="5" r="2.1"/><circle cx="17" cy="16" r="2.1"/></g></svg>`;

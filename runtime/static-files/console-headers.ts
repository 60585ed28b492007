/** Headers of the console's HTML. Nothing in it is inline: vite.config.ts emits hashed files only. */

/** Browser features that nothing in the console uses. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * Scripts and styles come from this origin alone. Live updates go over a WebSocket to it, which is named, because Safari
 * before 15.4 does not count ws: as 'self'; the origin is the configured one, never the request's Host.
 */
export function consoleHeaders(consoleUrl: string): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${consoleUrl.replace(/^http/, 'ws')}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

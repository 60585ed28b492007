import { createHmac } from 'node:crypto';

/**
 * `sha256=` and the hex of HMAC-SHA-256 over `<timestamp>.<body>`: whoever holds the secret can tell that a delivery is ours,
 * whole, and not an old one sent again.
 * @param timestamp seconds since 1970, as X-Muster-Timestamp has it
 */
export const sign = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

import type { Ctx } from '../context.ts';

const BYTES = 10;

/** UUIDv7 ids (RFC 9562, 5.7) for executions, made here because the database would have to send them all back. */
export function newExecutionIds(ctx: Pick<Ctx, 'now' | 'random'>, count: number): string[] {
  const time = ctx.now().getTime().toString(16).padStart(12, '0');
  const random = Buffer.from(ctx.random(count * BYTES)).toString('hex');
  return Array.from({ length: count }, (_, index) => {
    const bits = random.slice(index * BYTES * 2, (index + 1) * BYTES * 2);
    const variant = ((Number.parseInt(bits.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(0, 3)}-${variant}${bits.slice(4, 7)}-${bits.slice(7, 19)}`;
  });
}

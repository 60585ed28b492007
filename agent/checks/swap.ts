import { type Check, formatBytes, measured, percent } from './reading.ts';

/** A machine without swap uses none of it: 0 %. */
export const check: Check<'swap'> = async (_config, context) => {
  const { total_bytes, used_bytes } = await context.platform.swap(context);
  if (total_bytes <= 0) return measured(0, 'This machine has no swap.');
  const used = percent(used_bytes, total_bytes);
  return measured(used, `${used.toFixed(1)} % used, ${formatBytes(used_bytes)} of ${formatBytes(total_bytes)}.`);
};

import { type Check, formatBytes, measured, percent } from './reading.ts';

/** Used is what no program can have: caches that the system gives back count as available. */
export const check: Check<'memory'> = async (_config, context) => {
  const { total_bytes, available_bytes } = await context.platform.memory(context);
  if (total_bytes <= 0) throw new Error('The size of the memory is not known.');
  const used = percent(total_bytes - available_bytes, total_bytes);
  return measured(
    used,
    `${used.toFixed(1)} % used, ${formatBytes(available_bytes)} of ${formatBytes(total_bytes)} are available.`,
  );
};

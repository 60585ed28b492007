import { type Check, counted, formatBytes, measured, percent } from './reading.ts';

export const check: Check<'diskspace'> = async ({ mount }, context) => {
  const all = mount === 'all';
  const volumes = await context.platform.volumes(all ? undefined : mount, context);
  const byUse = volumes
    .map((volume) => ({ ...volume, used: percent(volume.used_bytes, volume.used_bytes + volume.available_bytes) }))
    .sort((a, b) => b.used - a.used);
  const [worst] = byUse;
  if (!worst) throw new Error('This machine has no volume to measure.');
  const line = `${worst.mount} is ${worst.used.toFixed(1)} % full, ${formatBytes(worst.available_bytes)} are free.`;
  const others = byUse.slice(1, 11).map(({ mount: name, used }) => `${name} ${used.toFixed(1)} %`);
  return measured(
    worst.used,
    all && others.length > 0
      ? `${line}\nThe fullest of ${counted(byUse.length, 'volume')}: ${others.join(', ')}.`
      : line,
  );
};

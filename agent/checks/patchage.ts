import { type Check, counted, measured } from './reading.ts';

const DAY_MS = 86_400_000;

export const check: Check<'patchage'> = async (_config, context) => {
  const last = await context.platform.lastPatch(context);
  if (!last) throw new Error('Nothing on this machine tells when updates were last installed.');
  const days = Math.max(0, (context.now().getTime() - last.getTime()) / DAY_MS);
  return measured(
    days,
    `Updates were last installed ${counted(Math.floor(days), 'day')} ago, on ${last.toISOString()}.`,
  );
};

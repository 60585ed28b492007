import { type Check, counted, measured } from './reading.ts';

export const check: Check<'eventlog'> = async (config, context) => {
  const { count, isPart, last } = await context.platform.events(config, context);
  const number = `${isPart ? 'More than ' : ''}${counted(count, 'event')}`;
  const line = `${number} in the last ${counted(config.window_min, 'minute')}.`;
  return measured(count, [line, ...last].join('\n'));
};

const DAY_MIN = 1440;

/** Minutes into the day of a clock, as <input type="time"> has it: "22:00". */
export const minuteOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Until the next time that the clock shows it; the same time is a day later. */
export const minutesFrom = (from: string, until: string): number =>
  ((minuteOf(until) - minuteOf(from) + DAY_MIN - 1) % DAY_MIN) + 1;

/** What is to be crashed. */
export interface CrashWish {
  /** The same seed always gives the same plan. */
  readonly seed: number;
  readonly kills: number;
  /** What may be killed, by name. */
  readonly victims: readonly string[];
  /** The failpoints at which a process is to end, each once. */
  readonly points: readonly string[];
  /** The longest time between two kills. */
  readonly pauseMsMax: number;
}

/** One kill: whom, and how long after the one before. */
export interface PlannedKill {
  readonly victim: string;
  readonly pauseMs: number;
}

/** Which kills and crashes are made, in their order. */
export interface CrashPlan {
  readonly kills: readonly PlannedKill[];
  readonly points: readonly string[];
}

/** Plans kills at random moments, in which each victim has its turn as often as every other one, and a crash at each failpoint in random order. */
export function planCrashes({ seed, kills, victims, points, pauseMsMax }: CrashWish): CrashPlan {
  const below = chance(seed);
  const turns = victims.length === 0 ? 0 : Math.ceil(kills / victims.length);
  const inTurns = Array.from({ length: turns }, () => shuffled(victims, below)).flat();
  return {
    kills: inTurns.slice(0, kills).map((victim) => ({ victim, pauseMs: below(pauseMsMax + 1) })),
    points: shuffled([...new Set(points)], below),
  };
}

/** Whole numbers from 0 up to but without a limit (mulberry32). */
function chance(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

function shuffled<T>(values: readonly T[], below: (limit: number) => number): T[] {
  const rest = [...values];
  return values.map(() => rest.splice(below(rest.length), 1)[0] as T);
}

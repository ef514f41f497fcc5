/** What is to be crashed. */
export interface CrashWish {
  /** The same seed always gives the same plan. */
  readonly seed: number;
  readonly kills: number;
  /** What may be killed, by name. */
  readonly victims: readonly string[];
  /** The failpoints at which a process is to end, each once. */
  readonly points: readonly string[];
  /** Those of them that can be killed while they start. */
  readonly starting: readonly string[];
  /** The longest time between two kills. */
  readonly pauseMsMax: number;
  /** The longest time from the start of a process to its second kill. */
  readonly againMsMax: number;
}

/**
 * One kill: of one that works; of one that works and again while it starts, before it is ready; or of several in the same moment.
 */
export interface PlannedKill {
  readonly way: "one" | "starting" | "together";
  /** Names of the killed, several only where they are killed together. */
  readonly victims: readonly string[];
  /** Milliseconds after the kill before. */
  readonly pauseMs: number;
  /** Milliseconds from its start to the second kill; 0 where there is none. */
  readonly againMs: number;
}

/** Kills and crashes in their order. */
export interface CrashPlan {
  readonly kills: readonly PlannedKill[];
  readonly points: readonly string[];
}

/** Of so many kills in a row one is of several processes, and one of a process that starts. */
const waysInTurn = 3;

/**
 * Plans kills at random moments, in which each victim has its turn as often as every other one, and a crash at each failpoint in random order. Each third
 * kill takes further victims along, and of each third that can start the killed one is killed again as it does.
 */
export function planCrashes(wish: CrashWish): CrashPlan {
  const { seed, kills, victims, points, pauseMsMax } = wish;
  const below = chance(seed);
  const turns = victims.length === 0 ? 0 : Math.ceil(kills / victims.length);
  const inTurns = Array.from({ length: turns }, () => shuffled(victims, below)).flat();
  return {
    kills: inTurns.slice(0, kills).map((victim, index) => ({
      ...killOf(victim, index, { ...wish, below }),
      pauseMs: below(pauseMsMax + 1),
    })),
    points: shuffled([...new Set(points)], below),
  };
}

interface Planning extends Pick<CrashWish, "victims" | "starting" | "againMsMax"> {
  below(limit: number): number;
}

function killOf(victim: string, index: number, planning: Planning): Omit<PlannedKill, "pauseMs"> {
  const { victims, starting, againMsMax, below } = planning;
  const others = victims.filter((name) => name !== victim);
  if (index % waysInTurn === 1 && others.length > 0) {
    const more = shuffled(others, below).slice(0, 1 + below(others.length));
    return { way: "together", victims: [victim, ...more], againMs: 0 };
  }
  if (index % waysInTurn === 2 && starting.includes(victim))
    return { way: "starting", victims: [victim], againMs: below(againMsMax + 1) };
  return { way: "one", victims: [victim], againMs: 0 };
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

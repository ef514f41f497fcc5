/** Input of a plan of crashes. */
export interface CrashWish {
  /** Seed of the plan; the same seed always gives the same plan. */
  readonly seed: number;
  readonly kills: number;
  /** Names of the processes that may be killed. */
  readonly victims: readonly string[];
  /** Failpoints at which a process is to end, each once. */
  readonly points: readonly string[];
  /** Names of the victims that can be killed while they start. */
  readonly starting: readonly string[];
  /** Longest time between two kills, in milliseconds. */
  readonly pauseMsMax: number;
  /** Longest time from the start of a process to its second kill, in milliseconds. */
  readonly againMsMax: number;
}

/** One kill: of a running process; of a running process and again while it starts, before it is ready; or of several in the same moment. */
export interface PlannedKill {
  readonly way: "one" | "starting" | "together";
  /** Names of the killed; several only if they are killed together. */
  readonly victims: readonly string[];
  /** Milliseconds after the previous kill. */
  readonly pauseMs: number;
  /** Milliseconds from its start to the second kill; 0 if there is none. */
  readonly againMs: number;
}

/** Kills and crashes in their order. */
export interface CrashPlan {
  readonly kills: readonly PlannedKill[];
  readonly points: readonly string[];
}

/** Number of kills in a row of which one is of several processes, and one of a process that starts. */
const waysInTurn = 3;

/**
 * Plans kills at random moments, in which each victim has its turn equally often, and a crash at each failpoint in random order. Each
 * third kill takes further victims along. Another third kills its victim again while it starts, if the victim can start.
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

/** Input of a plan of disturbed lines. */
export interface DisturbanceWish<State extends string> {
  /** Seed of the plan; the same seed always gives the same plan. */
  readonly seed: number;
  readonly disturbances: number;
  /** Names of the lines. */
  readonly lines: readonly string[];
  /** Ways in which a line may behave. */
  readonly states: readonly State[];
  /** Longest time between two disturbances, in milliseconds. */
  readonly pauseMsMax: number;
}

/** One change of the behaviour of a line. */
export interface PlannedDisturbance<State extends string> {
  readonly line: string;
  readonly state: State;
  /** Milliseconds after the previous change. */
  readonly pauseMs: number;
}

/** Plans changes of the behaviour of lines at random moments, in which each line has its turn equally often. */
export function planDisturbances<State extends string>(
  wish: DisturbanceWish<State>,
): readonly PlannedDisturbance<State>[] {
  const { seed, disturbances, lines, states, pauseMsMax } = wish;
  const below = chance(seed);
  const turns = lines.length === 0 ? 0 : Math.ceil(disturbances / lines.length);
  const inTurns = Array.from({ length: turns }, () => shuffled(lines, below)).flat();
  return inTurns.slice(0, disturbances).map((line) => ({
    line,
    state: states[below(states.length)] as State,
    pauseMs: below(pauseMsMax + 1),
  }));
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

/** Returns a generator of whole numbers from 0 up to but without a limit (mulberry32). */
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

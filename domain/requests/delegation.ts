/** How far a delegation has come: its delegate is asked, has accepted or refused, or it is over. */
export const delegationStates = ["asked", "accepted", "refused", "ended"] as const;

/** How far a delegation has come. */
export type DelegationState = (typeof delegationStates)[number];

/** The states in which a delegation is, or may become, good. */
export const openDelegationStates = ["asked", "accepted"] as const satisfies readonly DelegationState[];

/** Whether a delegation is, or may become, good. */
export function isOpenDelegation(state: DelegationState): boolean {
  return openDelegationStates.some((open) => open === state);
}

/** From a moment up to another one, which does not belong to it. */
export interface Period {
  /** Null = from its acceptance on. */
  readonly beginsAt: number | null;
  /** Null = until somebody ends it. */
  readonly endsAt: number | null;
}

/** Who decides for whom, when, and of what. */
export interface Delegation extends Period {
  readonly delegatorKey: string;
  readonly delegateKey: string;
  /** The one request for which it is; null = for all. */
  readonly requestKey: string | null;
}

/** Whether a delegation that was accepted is good at a moment. */
export function isWithin({ beginsAt, endsAt }: Period, moment: number): boolean {
  return (beginsAt ?? 0) <= moment && (endsAt === null || moment < endsAt);
}

/** When a delegation is to be looked at next, because it begins or is over; undefined where it stays as it is. */
export function nextDelegationMoment({ beginsAt, endsAt }: Period, now: number): number | undefined {
  return [beginsAt, endsAt].find((moment) => moment !== null && moment > now) ?? undefined;
}

/** The delegation of the same person, for the same requests, at the same time as another; undefined where there is none. */
export function overlapping<D extends Delegation>(one: Delegation, others: readonly D[]): D | undefined {
  return others.find(
    (other) =>
      other.delegatorKey === one.delegatorKey &&
      other.requestKey === one.requestKey &&
      common(one, other) !== undefined,
  );
}

/**
 * The circle that a delegation would close with others: the keys of its people, beginning and ending with who delegates;
 * undefined where there is none. All of a circle are good at one moment, and for one request.
 */
export function circleWith(one: Delegation, others: readonly Delegation[]): readonly string[] | undefined {
  return pathTo(one.delegatorKey, { keys: [one.delegatorKey, one.delegateKey], shared: one }, others);
}

interface Path {
  readonly keys: readonly string[];
  /** When, and for what, all of it is good. */
  readonly shared: Scope;
}

type Scope = Period & Pick<Delegation, "requestKey">;

function pathTo(
  goal: string,
  { keys, shared }: Path,
  others: readonly Delegation[],
  seen = new Set<string>(),
): readonly string[] | undefined {
  const last = keys.at(-1) ?? goal;
  if (last === goal) return keys;
  // From where nothing led on once, nothing does a second time, by however many ways one comes there.
  const place = JSON.stringify([last, shared.beginsAt, shared.endsAt, shared.requestKey]);
  if (seen.has(place)) return undefined;
  seen.add(place);
  for (const other of others) {
    if (other.delegatorKey !== last || keys.slice(1).includes(other.delegateKey)) continue;
    const both = common(shared, other);
    const found = both && pathTo(goal, { keys: [...keys, other.delegateKey], shared: both }, others, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** When, and for what, two are good together; undefined where they never are. */
function common(one: Scope, other: Scope): Scope | undefined {
  const beginsAt = Math.max(one.beginsAt ?? 0, other.beginsAt ?? 0);
  const endsAt = Math.min(one.endsAt ?? Infinity, other.endsAt ?? Infinity);
  const isSame = one.requestKey === null || other.requestKey === null || one.requestKey === other.requestKey;
  if (!isSame || beginsAt >= endsAt) return undefined;
  return { beginsAt, endsAt: endsAt === Infinity ? null : endsAt, requestKey: one.requestKey ?? other.requestKey };
}

/** States of a delegation: waiting for the delegate's answer, accepted, refused, or ended. */
export const delegationStates = ["asked", "accepted", "refused", "ended"] as const;

/** State of a delegation. */
export type DelegationState = (typeof delegationStates)[number];

/** States in which a delegation is, or may become, effective. */
export const openDelegationStates = ["asked", "accepted"] as const satisfies readonly DelegationState[];

/** Returns true if a delegation is, or may become, effective. */
export function isOpenDelegation(state: DelegationState): boolean {
  return openDelegationStates.some((open) => open === state);
}

/** Half-open period: the moment at which it ends no longer belongs to it. */
export interface Period {
  /** Null if it begins with the acceptance. */
  readonly beginsAt: number | null;
  /** Null if it lasts until someone ends it. */
  readonly endsAt: number | null;
}

/** Delegation of decisions from a delegator to a delegate, with its period and its scope. */
export interface Delegation extends Period {
  readonly delegatorKey: string;
  readonly delegateKey: string;
  /** Key of the only request that the delegation covers; null if it covers all. */
  readonly requestKey: string | null;
}

/** Returns true if an accepted delegation is in effect at a moment. */
export function isWithin({ beginsAt, endsAt }: Period, moment: number): boolean {
  return (beginsAt ?? 0) <= moment && (endsAt === null || moment < endsAt);
}

/** Returns the next moment at which a delegation begins or ends; undefined if neither lies ahead. */
export function nextDelegationMoment({ beginsAt, endsAt }: Period, now: number): number | undefined {
  return [beginsAt, endsAt].find((moment) => moment !== null && moment > now) ?? undefined;
}

/** Returns a delegation of the same delegator and scope that overlaps another one in time; undefined if there is none. */
export function overlapping<D extends Delegation>(one: Delegation, others: readonly D[]): D | undefined {
  return others.find(
    (other) =>
      other.delegatorKey === one.delegatorKey &&
      other.requestKey === one.requestKey &&
      common(one, other) !== undefined,
  );
}

/**
 * Returns the cycle that a delegation would close with others: the keys of its people, from the delegator back to the delegator.
 * Undefined if it closes none. All delegations of a cycle are in effect at one moment and for one request.
 */
export function circleWith(one: Delegation, others: readonly Delegation[]): readonly string[] | undefined {
  return pathTo(one.delegatorKey, { keys: [one.delegatorKey, one.delegateKey], shared: one }, others);
}

interface Path {
  readonly keys: readonly string[];
  /** Period and request that all delegations of the path have in common. */
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
  // A state that led nowhere once leads nowhere again, whichever path reaches it.
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

/** Returns the period and the request that two scopes have in common; undefined if they have none. */
function common(one: Scope, other: Scope): Scope | undefined {
  const beginsAt = Math.max(one.beginsAt ?? 0, other.beginsAt ?? 0);
  const endsAt = Math.min(one.endsAt ?? Infinity, other.endsAt ?? Infinity);
  const isSame = one.requestKey === null || other.requestKey === null || one.requestKey === other.requestKey;
  if (!isSame || beginsAt >= endsAt) return undefined;
  return { beginsAt, endsAt: endsAt === Infinity ? null : endsAt, requestKey: one.requestKey ?? other.requestKey };
}

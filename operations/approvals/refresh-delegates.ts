import { activeDelegatesOf, wayOf, waysOf } from "#domain/requests/active-delegates.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { activeDelegatesNow } from "./active-delegates.ts";
import type { Subject } from "./subject.ts";

/** Authorizers and decisions of a phase. */
interface Votes {
  readonly authorizers: readonly Row<"requestAuthorizers">[];
  readonly decisions: readonly { readonly userKey: string }[];
}

/** An open phase of a subject, which the current transaction has locked. */
export interface OpenPhase {
  readonly subject: Subject;
  readonly phase: Pick<Row<"requestPhases">, "key" | "sequence" | "excluded">;
}

/**
 * Updates the delegates in an open phase by the present delegations, with an event for each who joins or leaves. Returns false if nothing
 * has changed.
 */
export async function refreshDelegates(
  context: CallContext,
  { subject, phase }: OpenPhase,
  { authorizers, decisions }: Votes,
): Promise<boolean> {
  const answered = new Set(decisions.map(({ userKey }) => userKey));
  const people = { people: authorizers, answered, excluded: phase.excluded ?? [] };
  const wanted = Map.groupBy(await activeDelegatesNow(context, subject, people), ({ to }) => to);
  const rows = new Map(authorizers.map((row) => [row.userKey, row]));
  let isChanged = false;
  for (const userKey of new Set([...rows.keys(), ...wanted.keys()])) {
    const row = rows.get(userKey);
    const before = row === undefined ? [] : waysOf(row).standing;
    const now = wanted.get(userKey)?.map(wayOf) ?? [];
    const came = now.filter((way) => !before.includes(way));
    const left = before.filter((way) => !now.includes(way));
    if (came.length === 0 && left.length === 0) continue;
    await saveWays(context, { subject, phase }, { userKey, row, now });
    if (row === undefined) subject.tell(context, "asked", { to: [userKey], facts: { phase: phase.sequence } });
    for (const way of came) subject.note(context, "joined", { phase: phase.sequence, user: userKey, way });
    for (const way of left) subject.note(context, "left", { phase: phase.sequence, user: userKey, way });
    isChanged = true;
  }
  return isChanged;
}

/** Returns the votes in an open phase with its present authorizers: a delegation may have ended before any hub noticed. */
export async function votesNow<V extends Votes>(context: CallContext, open: OpenPhase, votes: V): Promise<V> {
  if (activeDelegatesOf(votes.authorizers).length === 0 || !(await refreshDelegates(context, open, votes)))
    return votes;
  return { ...votes, authorizers: await authorizersOf(context, open) };
}

function authorizersOf({ store }: CallContext, { subject, phase }: OpenPhase): Promise<Row<"requestAuthorizers">[]> {
  return store.select("requestAuthorizers", { where: { requestKey: subject.key, requestPhaseKey: phase.key } });
}

interface ChangedWays {
  readonly userKey: string;
  readonly row: Row<"requestAuthorizers"> | undefined;
  /** Ways by which this user acts for others. */
  readonly now: readonly string[];
}

async function saveWays(
  { store, ids, clock }: CallContext,
  { subject, phase }: OpenPhase,
  { userKey, row, now }: ChangedWays,
): Promise<void> {
  if (row === undefined) {
    const asked = { requestKey: subject.key, requestPhaseKey: phase.key, userKey, askedAt: clock.now() };
    await store.add("requestAuthorizers", { key: ids.guid(), ...asked, via: now });
    return;
  }
  const { key } = row;
  const { own } = waysOf(row);
  if (own.length + now.length === 0) await store.remove("requestAuthorizers", key);
  else await store.save("requestAuthorizers", { key, via: [...own, ...now] });
}

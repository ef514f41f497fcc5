import { allOf, anyOf, eq, gt, le, oneOf } from "#domain/query/condition.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Who delegates to whom, and who may stand in for nobody. */
export interface Delegates {
  /** By the keys of those who delegate. */
  readonly delegates: ReadonlyMap<string, string>;
  /** Keys of people in it who are shut out. */
  readonly disabled: ReadonlySet<string>;
}

/**
 * To whom people have delegated their decisions about a request, and these theirs in turn, as it is now; one for this request
 * counts before one for all. One statement where nobody has.
 */
export async function delegatesOf(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  requestKey: string | null,
  userKeys: readonly string[],
): Promise<Delegates> {
  const now = clock.now();
  const isGood = allOf(
    eq("state", "accepted"),
    anyOf(eq("beginsAt", null), le("beginsAt", now)),
    anyOf(eq("endsAt", null), gt("endsAt", now)),
    requestKey === null ? eq("requestKey", null) : anyOf(eq("requestKey", null), eq("requestKey", requestKey)),
  );
  const delegates = new Map<string, string>();
  for (let level = [...userKeys]; level.length > 0;) {
    const where = allOf(oneOf("delegatorKey", level), isGood);
    const found = await store.select("delegations", { where });
    const known = new Set([...userKeys, ...delegates.values()]);
    for (const { delegatorKey, delegateKey } of found.toSorted(forOneRequestFirst))
      if (!delegates.has(delegatorKey)) delegates.set(delegatorKey, delegateKey);
    level = [...new Set(found.map(({ delegateKey }) => delegateKey))].filter((key) => !known.has(key));
  }
  if (delegates.size === 0) return { delegates, disabled: new Set() };
  const people = [...new Set([...delegates.keys(), ...delegates.values()])];
  const shutOut = await store.select("users", { where: allOf(oneOf("key", people), eq("disabled", true)) });
  const disabled = new Set(shutOut.map(({ key }) => key));
  for (const key of disabled) delegates.delete(key);
  return { delegates, disabled };
}

function forOneRequestFirst(a: { requestKey: string | null }, b: { requestKey: string | null }): number {
  return Number(a.requestKey === null) - Number(b.requestKey === null);
}

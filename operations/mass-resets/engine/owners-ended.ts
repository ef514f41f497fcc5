import { ownerRowsReadMax } from "#domain/mass-reset-limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, ne, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Context = Pick<CallContext, "store">;
type MassReset = Pick<Row<"massResets">, "key">;

/** Number of the accounts of an owner whose rows in a mass reset have all ended. */
export interface OwnerEnds {
  /** Number of those whose new password the target system has confirmed, without those that the vault manages. */
  readonly reset: number;
  /** Number of those whose new password waits for its reader. */
  readonly ready: number;
}

/**
 * Finds those of some owners who have a row that fulfils a condition. However many rows an owner has, a bounded number of them is read: a
 * page is full of the rows of owners who are not asked about again.
 */
export async function ownersWith(
  { store }: Context,
  { key: runKey }: MassReset,
  { userKeys, where }: { readonly userKeys: readonly string[]; readonly where: Expression },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let left = userKeys; left.length > 0; left = left.filter((key) => !found.has(key))) {
    const of = allOf(eq("runKey", runKey), oneOf("userKey", left), where);
    const rows = await store.selectColumns("massResetAccounts", ["userKey"], { where: of, limit: ownerRowsReadMax });
    for (const { userKey } of rows) found.add(userKey ?? "");
    if (rows.length < ownerRowsReadMax) break;
  }
  return found;
}

/** Returns the counts of those of some owners none of whose rows in a mass reset is open any more, by their keys. */
export async function endedOwners(
  context: Context,
  massReset: MassReset,
  userKeys: readonly string[],
): Promise<ReadonlyMap<string, OwnerEnds>> {
  const open = await ownersWith(context, massReset, { userKeys, where: eq("result", null) });
  const over = userKeys.filter((key) => !open.has(key));
  const of = allOf(eq("runKey", massReset.key), eq("result", "S"));
  const where = allOf(of, oneOf("userKey", over));
  const columns = ["userKey", "act", "password"] as const;
  const rows = await context.store.selectColumns("massResetAccounts", columns, { where, limit: ownerRowsReadMax });
  if (rows.length === ownerRowsReadMax) return countedOwners(context, of, over);
  const own = Map.groupBy(rows, ({ userKey }) => userKey ?? "");
  return new Map(
    over.map((key) => {
      const ended = own.get(key) ?? [];
      const reset = ended.filter(({ act }) => act === "set").length;
      return [key, { reset, ready: ended.filter(({ password }) => password !== null).length }];
    }),
  );
}

/** Counts the rows of owners who have too many to read all of them. */
async function countedOwners(
  { store }: Context,
  of: Expression,
  userKeys: readonly string[],
): Promise<ReadonlyMap<string, OwnerEnds>> {
  const counts = new Map<string, OwnerEnds>();
  for (const key of userKeys) {
    const own = allOf(of, eq("userKey", key));
    const reset = await store.count("massResetAccounts", allOf(own, eq("act", "set")));
    counts.set(key, { reset, ready: await store.count("massResetAccounts", allOf(own, ne("password", null))) });
  }
  return counts;
}

import { allOf, anyOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { byPart, type ViolatingItem } from "#domain/sod/violating-items.ts";
import type { CallersReads } from "#store/callers-reads.ts";
import type { Violator } from "#store/sod-access.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Violation as it is now. */
export interface PresentViolation extends Violator {
  readonly items: readonly ViolatingItem[];
  readonly exceptionKey: string | null;
}

/** Difference between violations and their rows. */
export interface ViolationDifference {
  readonly begun: readonly PresentViolation[];
  /** Rows whose items or exception are no longer the same. */
  readonly changed: readonly (Pick<PresentViolation, "items" | "exceptionKey"> & { readonly key: string })[];
  /** Keys of rows whose violations have ended. */
  readonly ended: readonly string[];
}

/** People or rules whose violations are looked for. */
export type Looked = { readonly ruleKeys: readonly string[] } | { readonly userKeys: readonly string[] };

type Reading = Pick<CallContext, "store" | "caller" | "clock">;

/** Returns the reads of a look for violations, which have a time limit and take turns with those of callers. */
export function readsOf({ store, caller }: Pick<CallContext, "store" | "caller">): CallersReads {
  return store.readsFor(caller.id);
}

/** Number of keys that one statement names. */
const keysMax = 500;

/**
 * Finds the difference between the violations of some people, or of some rules, and their rows. It may take long, so it runs before the
 * transaction, as a caller's read.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export async function violationDifference(context: Reading, looked: Looked): Promise<ViolationDifference> {
  const reads = readsOf(context);
  const violators =
    "ruleKeys" in looked ? await reads.violatorsOf(looked.ruleKeys) : await reads.violatorsAmong(looked.userKeys);
  const where = "ruleKeys" in looked ? oneOf("ruleKey", looked.ruleKeys) : oneOf("userKey", looked.userKeys);
  const rows = await reads.select("violations", { where: allOf(where, eq("endedAt", null)) });
  const present = await described(context, violators, "ruleKeys" in looked ? looked.ruleKeys : undefined);
  const rowOf = new Map(rows.map((row) => [nameOf(row), row]));
  const begun = present.filter((one) => !rowOf.has(nameOf(one)));
  const changed = present.flatMap((one) => {
    const row = rowOf.get(nameOf(one));
    const isSame = row === undefined || (row.exceptionKey === one.exceptionKey && isSameItems(row.items, one.items));
    return isSame ? [] : [{ key: row.key, items: one.items, exceptionKey: one.exceptionKey }];
  });
  const names = new Set(present.map(nameOf));
  return { begun, changed, ended: rows.flatMap((row) => (names.has(nameOf(row)) ? [] : [row.key])) };
}

/** Returns the name of a violation among all that have not ended. */
export function nameOf({ ruleKey, userKey }: Violator): string {
  return `${ruleKey} ${userKey}`;
}

/** Adds to violations the items by which they are, and the exceptions from them; all are of some rules if these are given. */
async function described(
  context: Reading,
  violators: readonly Violator[],
  among: readonly string[] | undefined,
): Promise<readonly PresentViolation[]> {
  const reads = readsOf(context);
  const wanted = new Set(violators.map(nameOf));
  const items = new Map<string, ViolatingItem[]>();
  const exceptions = new Map<string, Row<"accessExceptions">>();
  const people = [...new Set(violators.map(({ userKey }) => userKey))];
  for (let from = 0; from < people.length; from += keysMax) {
    const some = people.slice(from, from + keysMax);
    for (const { ruleKey, userKey, part, itemType, itemKey } of await reads.heldBy(some, among)) {
      const name = nameOf({ ruleKey, userKey });
      if (!wanted.has(name)) continue;
      const own = items.get(name) ?? [];
      own.push({ part, itemType, itemKey });
      items.set(name, own);
    }
    const isInForce = allOf(eq("endedAt", null), anyOf(eq("until", null), gt("until", context.clock.now())));
    const where = allOf(oneOf("userKey", some), eq("kind", "sod"), isInForce);
    for (const row of await reads.select("accessExceptions", { where, orderBy: [["from", "asc"]] }))
      if (row.sodRuleKey !== null) exceptions.set(nameOf({ ruleKey: row.sodRuleKey, userKey: row.userKey }), row);
  }
  return violators.flatMap(({ ruleKey, userKey }) => {
    const name = nameOf({ ruleKey, userKey });
    const own = items.get(name);
    // What has ended between the reads is found by the next look.
    if (own === undefined) return [];
    return [{ ruleKey, userKey, items: own.toSorted(byPart), exceptionKey: exceptions.get(name)?.key ?? null }];
  });
}

function isSameItems(one: readonly ViolatingItem[], other: readonly ViolatingItem[]): boolean {
  return one.length === other.length && one.every((item, index) => byPart(item, other[index] ?? item) === 0);
}

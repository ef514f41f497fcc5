import { policyOf } from "#domain/policy-name.ts";
import type { BoundQuery } from "#domain/query/bound-query.ts";
import { everyColumn, usedColumns } from "#domain/query/used-columns.ts";

const valueOfAccountAttribute = { value: [policyOf.get("accounts/attributes/data/value")] } as const;

/** Columns with a policy of their own, which holds at every address that tells something of them, by the policy of their rows. */
const columnPolicies: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [policyOf.get("accounts/attributes")]: valueOfAccountAttribute,
  [policyOf.list("accounts/attributes")]: valueOfAccountAttribute,
};

/** Policies that hold beside the one of rows, by that policy's name. */
export type FurtherPolicies = Readonly<Record<string, readonly string[]>>;

/** The policies of the columns that a query gives or asks about; a query that leaves them out needs none. */
export function policiesOfColumns(query: BoundQuery): FurtherPolicies {
  const further: Record<string, readonly string[]> = {};
  for (const [policy, columns] of usedColumns(query)) {
    const own = Object.hasOwn(columnPolicies, policy) ? Object.entries(columnPolicies[policy] ?? {}) : [];
    const names = own.filter(([column]) => columns.has(column) || columns.has(everyColumn)).flatMap(([, of]) => of);
    if (names.length > 0) further[policy] = names;
  }
  return further;
}

/** Both of two sets of policies, each once. */
export function bothPolicies(one: FurtherPolicies, other: FurtherPolicies): FurtherPolicies {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set([...(one[name] ?? []), ...(other[name] ?? [])])]]),
  );
}

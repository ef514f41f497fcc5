import { policyOf } from "#domain/policy-name.ts";
import type { BoundQuery } from "#domain/query/bound-query.ts";
import { everyColumn, usedColumns } from "#domain/query/used-columns.ts";

const valueOfAccountAttribute = { value: [policyOf.get("accounts/attributes/data/value")] } as const;

/** Columns with their own policy, by the policy of their rows. It applies at every address that reveals something of them. */
const columnPolicies: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [policyOf.get("accounts/attributes")]: valueOfAccountAttribute,
  [policyOf.list("accounts/attributes")]: valueOfAccountAttribute,
};

/** Policies that apply besides that of the rows, by that policy's name. */
export type FurtherPolicies = Readonly<Record<string, readonly string[]>>;

/** Returns the policies of the columns that a query returns or uses in conditions; other columns need none. */
export function policiesOfColumns(query: BoundQuery): FurtherPolicies {
  const further: Record<string, readonly string[]> = {};
  for (const [policy, columns] of usedColumns(query)) {
    const own = Object.hasOwn(columnPolicies, policy) ? Object.entries(columnPolicies[policy] ?? {}) : [];
    const names = own.filter(([column]) => columns.has(column) || columns.has(everyColumn)).flatMap(([, of]) => of);
    if (names.length > 0) further[policy] = names;
  }
  return further;
}

/** Returns the union of two sets of policies. */
export function bothPolicies(one: FurtherPolicies, other: FurtherPolicies): FurtherPolicies {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set([...(one[name] ?? []), ...(other[name] ?? [])])]]),
  );
}

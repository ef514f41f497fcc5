import type { SuggestedEntitlement } from "#domain/analyses/suggested-entitlement.ts";
import { asService } from "#domain/query/as-service.ts";
import { allOf, anyOf, eq, gt } from "#domain/query/condition.ts";
import { roleAddCode } from "#domain/requests/named-codes.ts";
import type { Suggestion } from "#domain/role-mining/suggestion.ts";
import { accessCodes } from "#domain/roles/enforcement-terms.ts";
import { giveWay } from "#platform/loop-turns.ts";

import type { NewRow, NewSuggestion } from "../../kernel/analysis-kind.ts";
import type { CallContext } from "../../kernel/context.ts";
import { readerOf } from "../../kernel/reads-of.ts";
import type { NamedAccess } from "./read-access.ts";

/** Suggested roles with the rows of their people. */
export interface SuggestedRoles {
  readonly suggestions: readonly NewSuggestion[];
  readonly rows: readonly NewRow[];
}

/** Returns the suggested roles by keys: a row for each person of a role, and one for each entitlement that a person would get. */
export async function suggestedRoles(
  context: CallContext,
  access: NamedAccess,
  found: readonly Suggestion[],
): Promise<SuggestedRoles> {
  const suggestions: NewSuggestion[] = [];
  const rows: NewRow[] = [];
  for (const suggestion of found) {
    const key = context.ids.guid();
    suggestions.push({
      key,
      department: access.departments[suggestion.department] ?? null,
      people: suggestion.people.length,
      grantsReplaced: suggestion.grantsReplaced,
      gainers: suggestion.gainers.length,
      entitlements: [...suggestion.entitlements].map((entitlement) => entitlementOf(access, entitlement)),
      condition: await conditionOf(context, access, suggestion),
      roleKey: null,
    });
    for (const row of rowsOf(access, suggestion)) rows.push({ ...row, roleSuggestionKey: key });
    await giveWay();
  }
  return { suggestions, rows };
}

function entitlementOf({ entitlements }: NamedAccess, entitlement: number): SuggestedEntitlement {
  const { targetSystemKey = "", groupKey = null } = entitlements[entitlement] ?? {};
  return { kind: groupKey === null ? "account" : "membership", targetSystemKey, groupKey };
}

function* rowsOf(access: NamedAccess, { people, gainers }: Suggestion): Iterable<NewRow> {
  const lacking = new Map(gainers.map(({ person, entitlements }) => [person, entitlements]));
  for (const person of people) {
    const userKey = access.userKeys[person] ?? null;
    const gained = lacking.get(person);
    yield { userKey, operation: roleAddCode, why: gained === undefined ? "hasAll" : "lacksSome" };
    for (const entitlement of gained ?? []) {
      const { kind, targetSystemKey, groupKey } = entitlementOf(access, entitlement);
      yield { userKey, operation: accessCodes[kind].gives, targetSystemKey, groupKey, why: "lacksSome" };
    }
  }
}

/** Returns the condition that chooses the people of a role and nobody else; null if the value that divides people does not. */
async function conditionOf(
  context: CallContext,
  { attribute, departments }: NamedAccess,
  { department, people }: Suggestion,
): Promise<string | null> {
  const value = departments[department] ?? null;
  if (attribute === null || value === null) return null;
  const text = `attributes/any(a:a/name eq ${quoted(attribute)} and a/value eq ${quoted(value)})`;
  const isHere = allOf(eq("disabled", false), anyOf(eq("endsAt", null), gt("endsAt", context.clock.now())));
  const chosen = allOf(asService(await context.userCondition(text)), isHere);
  const count = await context.store.readsFor(readerOf(context)).count("users", chosen);
  return count === people.length ? text : null;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { policiesOfChange } from "../../kernel/row-changes.ts";

/** Reports whether the caller may change a target system by the policies of an address, such as defining attributes. */
export async function mayChangeTarget(
  context: CallContext,
  [verb, path]: Parameters<typeof policiesOfChange>,
  targetSystemKey: string,
): Promise<boolean> {
  for (const { name, rows } of policiesOfChange(verb, path)) {
    const principal = await principalOf(context, name);
    const isAllowed =
      rows === true
        ? (await context.store.count(
            "targetSystems",
            allOf(eq("id", targetSystemKey), context.policies.rowPredicate(name, principal)),
          )) > 0
        : context.policies.decide(name, { principal, resource: {} }).allowed;
    if (!isAllowed) return false;
  }
  return true;
}

/** Addresses whose policies request rules use. */
export const targetChanges = {
  defineAttributes: ["create", "targetSystems/attributeDefinitions"],
  // An option of the target system makes its groups managed.
  manageGroups: ["update", "targetSystems/options"],
} as const satisfies Readonly<Record<string, Parameters<typeof policiesOfChange>>>;

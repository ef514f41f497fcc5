import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { policiesOfChange } from "../../kernel/row-changes.ts";

/** Whether the caller may do to a target system what the policies of an address allow, such as defining attributes. */
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

/** The addresses of which request rules ask. */
export const targetChanges = {
  defineAttributes: ["create", "targetSystems/attributeDefinitions"],
  // By an option of the target system its groups become managed.
  manageGroups: ["update", "targetSystems/options"],
} as const satisfies Readonly<Record<string, Parameters<typeof policiesOfChange>>>;

import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";

/** Returns a rule for superusers and one further user. */
export const alsoFor = (userKey: string | undefined) => `IsSuperuser() || principal.key == '${userKey}'`;

/** Sets the rule of policies. */
export async function setPolicies(
  context: ServiceContext,
  names: readonly string[],
  expression: string,
): Promise<void> {
  const operator = engineCaller("cli", "test", "cli:test");
  for (const key of names) await invoke(setPolicy, context, operator, { key, expression, comment: "test" });
}

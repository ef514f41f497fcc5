import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";

/** The rule of one person beside the superusers. */
export const alsoFor = (userKey: string | undefined) => `IsSuperuser() || principal.key == '${userKey}'`;

/** Gives policies a rule. */
export async function setPolicies(
  context: ServiceContext,
  names: readonly string[],
  expression: string,
): Promise<void> {
  const operator = engineCaller("cli", "test", "cli:test");
  for (const key of names) await invoke(setPolicy, context, operator, { key, expression, comment: "test" });
}

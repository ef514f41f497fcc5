import { policyOf } from "#domain/policy-name.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { PolicyCheck } from "../../kernel/define-operation.ts";
import { visibleRow } from "../../kernel/rows/visible-row.ts";

interface KeyInput {
  readonly key: string;
}

/** Returns the facts of a policy for policies; empty if it does not exist. */
export async function policyFacts(
  { store }: Pick<CallContext, "store">,
  { key }: KeyInput,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await store.get("policies", key);
  if (row === undefined) return {};
  const { name, enabled, number } = row;
  return { name, enabled, number };
}

/** Returns the policies for an action on one policy: it must be visible, and the action allowed on it. */
export function policiesOfPolicy(name: string): readonly PolicyCheck<KeyInput>[] {
  return [
    { name: policyOf.get("policies"), rows: true },
    { name, facts: policyFacts },
  ];
}

/**
 * Throws unless the caller may see the policy of a call.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function requireVisible(context: CallContext, key: string): Promise<void> {
  // A policy of a new program version has no row before the service has started once; its operator may change it even so.
  if (context.caller.kind === "user") await visibleRow(context, { table: "policies", key });
}

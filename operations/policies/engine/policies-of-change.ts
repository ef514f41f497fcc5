import { policyOf } from "#domain/policy-name.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { PolicyCheck } from "../../kernel/define-operation.ts";
import { visibleRow } from "../../kernel/rows/visible-row.ts";

interface KeyInput {
  readonly key: string;
}

/** What a policy sees of a policy; nothing of one that there is not. */
export async function policyFacts(
  { store }: Pick<CallContext, "store">,
  { key }: KeyInput,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await store.get("policies", key);
  if (row === undefined) return {};
  const { name, enabled, number } = row;
  return { name, enabled, number };
}

/** The policies of what is done with one policy: it must be visible, and what is done be allowed on it. */
export function policiesOfPolicy(name: string): readonly PolicyCheck<KeyInput>[] {
  return [
    { name: policyOf.get("policies"), rows: true },
    { name, facts: policyFacts },
  ];
}

/**
 * Makes sure that the caller may see the policy that a call is about.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function requireVisible(context: CallContext, key: string): Promise<void> {
  // What a new program asks for has no row before the service has begun once; its operator may change it all the same.
  if (context.caller.kind === "user") await visibleRow(context, { table: "policies", key });
}

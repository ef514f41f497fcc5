import { policyOf } from "#domain/policy-name.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { PolicyCheck } from "../../kernel/define-operation.ts";
import { requireRow } from "../../kernel/rows/require-row.ts";

/**
 * Returns the facts of a user for policies. Only superusers learn that a key is unknown; others are refused as for a user whom they may not
 * change.
 * @throws NOT_FOUND
 */
export async function userFacts(context: CallContext, key: string): Promise<Readonly<Record<string, unknown>>> {
  const { store, caller } = context;
  const user = caller.superuser ? await requireRow(context, "users", key) : await store.get("users", key);
  if (!user) return {};
  const { id, superuser, locked, disabled, managerKey, sponsorKey } = user;
  return { key, id, superuser, locked, disabled, managerKey, sponsorKey };
}

/** Returns the policies for a change of a user: the user must be visible, and the change allowed on this user. */
export function policiesOfUser(policy: string): readonly PolicyCheck<{ readonly key: string }>[] {
  return [
    { name: policyOf.get("users"), rows: true },
    { name: policy, facts: (context, { key }) => userFacts(context, key) },
  ];
}

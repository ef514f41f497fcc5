import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import type { PolicyCheck } from "../../define-operation.ts";
import { lockedRow } from "../../read/locked-row.ts";
import { visibleRow } from "../../read/visible-row.ts";

/** The policies of a change of a user: the user must be visible, and the change be allowed on this user. Both may be rules on rows. */
export function policiesOfUser(policy: string): readonly PolicyCheck<unknown>[] {
  return [
    { name: policyOf.get("users"), rows: true },
    { name: policy, rows: true },
  ];
}

/**
 * The user who is to be changed under a policy, locked until the transaction ends.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockedUser(context: CallContext, key: string, policy: string): Promise<Row<"users">> {
  await lockedRow(context, { table: "users", key });
  return visibleRow(context, { table: "users", key, policy });
}

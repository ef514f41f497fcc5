import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { requireRow } from "../../kernel/rows/require-row.ts";
import { type QueuedOperation, queueOperations } from "../../requests/engine/queue-operations.ts";
import { queuedAudit } from "../../requests/engine/queued-audit.ts";
import type { NewOperation } from "../../requests/engine/save-request.ts";

interface OfAccount {
  readonly key: string;
}

/** Returns the parts of every operation on an existing account: its policy, callers and audit. */
export function accountWrite(policy: string) {
  return {
    policies: [{ name: policy, facts: (context: CallContext, { key }: OfAccount) => accountFacts(context, key) }],
    callers: ["user"],
    audit: queuedAudit,
  } as const;
}

/** Operation on an account, without the fields that name the account. */
export type AccountOperation = Omit<NewOperation, "targetSystemKey" | "accountKey" | "groupKey">;

/**
 * Queues operations on an account, for its owner.
 * @throws every code of `queueOperations`
 */
export function queueOnAccount(
  context: CallContext,
  { key: accountKey, targetSystemKey, userKey }: Pick<Row<"accounts">, "key" | "targetSystemKey" | "userKey">,
  operations: readonly AccountOperation[],
  batch?: string,
): Promise<QueuedOperation> {
  return queueOperations(context, {
    recipientKey: userKey,
    operations: operations.map((operation) => ({ ...operation, targetSystemKey, accountKey })),
    batch,
  });
}

/**
 * Returns the facts of an account for policies. A missing account has no facts, so that keys cannot be probed; only a superuser gets
 * NOT_FOUND.
 */
export async function accountFacts(context: CallContext, key: string): Promise<Readonly<Record<string, unknown>>> {
  if (context.caller.superuser) return { ...(await requireRow(context, "accounts", key)) };
  return { ...(await context.store.get("accounts", key)) };
}

/** Reports whether an account is the caller's own: setting its password without the old one then needs a fresh proof. */
export async function isOwnAccount({ store, caller }: CallContext, { key }: OfAccount): Promise<boolean> {
  return (await store.get("accounts", key))?.userKey === caller.key;
}

import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { accountsOf, resettableAccounts } from "../accounts/engine/password-scope.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { batchInput, passwordInput } from "../kernel/inputs/password-input.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { userFacts } from "../people/engine/policies-of-user.ts";
import type { QueuedOperation } from "../requests/engine/queue-operations.ts";
import { queuedRow, resetAudit } from "../requests/engine/queued-audit.ts";
import { checkReset, queueReset } from "./engine/reset-together.ts";

const input = z.strictObject({
  key: z.string(),
  userKey: keyInput,
  password: passwordInput,
  mustChange: z.boolean().nullish(),
  batch: batchInput,
});

type Input = z.output<typeof input>;

/**
 * Sets one password on all accounts of a user whose target systems are in a target group and can do it.
 * @throws NOT_FOUND, FORBIDDEN, PASSWORD_STRENGTH, PASSWORD_RESET_BLOCKED, TARGET_GROUP_ACCOUNTS, TARGET_GROUP_CHANGING, CAPABILITY_MISSING, OPTION_FORBIDS, ACCOUNT_MANAGED and every code of `queueOperations`
 */
export const resetGroupPasswords = defineOperation({
  name: "targetGroups.resetPasswords",
  operationType: "TARGET_GROUP_PASSWORDS_RESET",
  input,
  policies: [
    { name: policyOf.get("targetGroups"), rows: true },
    {
      name: policyOf.action("targetGroups/resetPasswords"),
      facts: (context, { userKey }) => userFacts(context, userKey),
    },
  ],
  callers: ["user"],
  // A session alone gives nobody another password.
  proof: ({ caller }, { userKey }) => userKey === caller.key,
  audit: {
    operation: resetAudit,
    describe: ({ userKey }, operation?: QueuedOperation) => ({ recipient: userKey, ...queuedRow(operation) }),
  },
  async prepare(context, given) {
    return checkReset(context, await accountsInGroup(context, given), given);
  },
  async run(context, given, warnings): Promise<QueuedOperation> {
    const chosen = await accountsInGroup(context, given);
    return queueReset(context, chosen, { ...given, recipientKey: given.userKey, warnings });
  },
});

async function accountsInGroup(
  context: CallContext,
  { key, userKey }: Pick<Input, "key" | "userKey">,
): Promise<readonly Row<"accounts">[]> {
  await visibleRow(context, { table: "targetGroups", key });
  await requireRow(context, "users", userKey);
  const targets = await context.store.select("targetSystems", { where: { targetGroup: key } });
  const ids = new Set(targets.map(({ id }) => id));
  const owned = await accountsOf(context, userKey);
  return resettableAccounts(
    context,
    owned.filter(({ targetSystemKey }) => ids.has(targetSystemKey)),
  );
}

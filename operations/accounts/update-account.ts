import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { attributesInput, keyInput } from "../requests/operation-input.ts";
import { batchInput, passwordInput } from "../requests/password-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/queue-operations.ts";
import { queuedRow, resetAudit } from "../requests/queued-audit.ts";
import type { NewOperation } from "../requests/save-request.ts";
import { accountFacts, accountOfCall } from "./account-of-call.ts";

const changes = {
  locked: z
    .literal(false, "can only be set to false, which unlocks the account; accounts are locked by failures only")
    .optional(),
  enabled: z.boolean().optional(),
  password: passwordInput.optional(),
  attributes: attributesInput.optional(),
};

const input = z
  .strictObject({ ...changes, key: keyInput, batch: batchInput })
  .refine((given) => Object.keys(changes).some((name) => given[name as keyof typeof given] !== undefined), {
    message: `must change at least one of ${Object.keys(changes).join(", ")}`,
  });

type Input = z.output<typeof input>;

/**
 * Changes an account on its target system: unlocks it, enables or disables it, resets its password, replaces attributes.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const updateAccount = defineOperation<Input, QueuedOperation>({
  name: "accounts.update",
  operationType: "ACCOUNT_UPDATE",
  identified: true,
  input,
  policies: [{ name: "accounts_patch_update", facts: (context, { key }) => accountFacts(context, key) }],
  callers: ["user"],
  audit: {
    operation: (given, output, caller) => (given.password === undefined ? "RQSB" : resetAudit(given, output, caller)),
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async run(context, { key, batch, ...wanted }): Promise<QueuedOperation> {
    const { targetSystemKey, userKey } = await accountOfCall(context, key);
    const operations = operationsOf(wanted).map((operation) => ({ ...operation, targetSystemKey, accountKey: key }));
    return queueOperations(context, { recipientKey: userKey, operations, batch });
  },
});

type Change = Pick<NewOperation, "code" | "attributes" | "password">;

// A password comes after the states, for a directory may take every lock off with it.
function operationsOf({ locked, enabled, password, attributes }: Omit<Input, "key" | "batch">): Change[] {
  const operations: (Change | false)[] = [
    attributes !== undefined && { code: "UPDA", attributes },
    locked === false && { code: "UNLK" },
    enabled !== undefined && { code: enabled ? "ENAU" : "DNAU" },
    password !== undefined && { code: "PWRS", password },
  ];
  return operations.filter((operation) => operation !== false);
}

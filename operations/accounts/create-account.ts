import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";

import { defineOperation } from "../define-operation.ts";
import { nameAttribute } from "../proxies/order-objects.ts";
import { attributesInput, keyInput } from "../requests/operation-input.ts";
import { passwordInput } from "../requests/password-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/queue-operations.ts";
import { queuedRow } from "../requests/queued-audit.ts";

const input = z.strictObject({
  targetSystemKey: keyInput,
  shortId: z.string().trim().min(1, "must not be empty").max(idMaxCharacters),
  userKey: keyInput.nullish(),
  attributes: attributesInput.nullish(),
  password: passwordInput.nullish(),
});

/**
 * Creates an account on its target system, for a user or for nobody.
 * @throws RECIPIENT_UNKNOWN and every code of `queueOperations`
 */
export const createAccount = defineOperation({
  name: "accounts.create",
  operationType: "ACCOUNT_CREATE",
  identified: true,
  input,
  policies: [{ name: "accounts_post_create" }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ userKey, targetSystemKey, shortId }, operation?: QueuedOperation) => ({
      recipient: userKey ?? null,
      targetSystem: targetSystemKey,
      account: shortId,
      ...queuedRow(operation),
    }),
  },
  async run(context, { userKey = null, targetSystemKey, shortId, attributes, password }): Promise<QueuedOperation> {
    if (userKey !== null && !(await context.store.get("users", userKey))) {
      throw new ServiceError("RECIPIENT_UNKNOWN", {
        target: "userKey",
        message: "userKey: no user has this key. Look it up under /v2/users, or leave it out.",
      });
    }
    return queueOperations(context, {
      recipientKey: userKey,
      operations: [
        {
          code: "ACUA",
          targetSystemKey,
          attributes: { ...attributes, [nameAttribute]: [shortId] },
          password: password ?? undefined,
          associatedBy: userKey === null ? "none" : "admin",
        },
      ],
    });
  },
});

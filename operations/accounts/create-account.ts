import { z } from "zod";

import { idMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { attributesInput, keyInput } from "../kernel/inputs/operation-input.ts";
import { nameAttribute } from "../kernel/inputs/operation-names.ts";
import { passwordInput } from "../kernel/inputs/password-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { withNewIdCase } from "../requests/engine/new-id-case.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";
import { requireUser } from "./engine/change-owner.ts";
import { checkPassword } from "./engine/check-password.ts";

const input = z.strictObject({
  targetSystemKey: keyInput,
  shortId: filledText(idMaxCharacters),
  userKey: keyInput.nullish(),
  attributes: attributesInput.nullish(),
  password: passwordInput.nullish(),
});

/**
 * Creates an account on its target system, for a user or without owner.
 * @throws RECIPIENT_UNKNOWN, PASSWORD_STRENGTH, PLUGIN_UNUSABLE and every code of `queueOperations`
 */
export const createAccount = defineOperation({
  name: "accounts.create",
  operationType: "ACCOUNT_CREATE",
  input,
  policies: [{ name: policyOf.create("accounts") }],
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
  async prepare(context, { userKey = null, targetSystemKey, shortId, attributes, password }) {
    const creation = {
      code: "ACUA",
      targetSystemKey,
      attributes: { ...attributes, [nameAttribute]: [shortId] },
    } as const;
    const subject = { targetSystemKey, accountKey: null, accountId: shortId, userKey };
    // A call that is refused in any case is refused without a plug-in.
    const [warnings] = password ? await checkPassword(context, { password }, [subject]) : [];
    return { warnings, operations: await withNewIdCase(context, [creation], userKey) };
  },
  async run(context, { userKey = null, password }, { warnings, operations }): Promise<QueuedOperation> {
    if (userKey !== null) await requireUser(context, userKey);
    const associatedBy = userKey === null ? "none" : "admin";
    const more = { password: password ?? undefined, warnings, associatedBy } as const;
    return queueOperations(context, {
      recipientKey: userKey,
      operations: operations.map((operation) => ({ ...operation, ...more })),
    });
  },
});

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { isClaimable } from "#domain/requests/account-claim.ts";
import type { Row } from "#store/tables.ts";

import { unable } from "../abilities/unable.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { passwordInput } from "../kernel/inputs/password-input.ts";
import { filledText } from "../kernel/text-input.ts";
import type { QueuedOperation } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";
import { queueOnAccount } from "./engine/account-write.ts";

const input = z.strictObject({
  key: keyInput,
  targetSystemKey: keyInput,
  shortId: filledText(idMaxCharacters),
  password: passwordInput,
});

/**
 * Claims an account for a user, once its password has opened it on its target system (`allowClaimAccounts`, domain 3). The account must be
 * without owner, or attached only by its name. An account that cannot be claimed is refused like a missing one, so that names cannot be
 * probed.
 * @throws ACCOUNT_NOT_CLAIMABLE and every code of `queueOperations`
 */
export const claimAccount = defineOperation({
  name: "users.claimAccount",
  operationType: "ACCOUNT_CLAIM",
  input,
  policies: [
    {
      name: policyOf.action("users/claimAccount"),
      facts: async ({ store }, { key }) => ({ ...(await store.get("users", key)) }),
    },
  ],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key, targetSystemKey, shortId }, operation?: QueuedOperation) => ({
      recipient: key,
      targetSystem: targetSystemKey,
      account: shortId,
      ...queuedRow(operation),
    }),
  },
  async run(context, given) {
    const claimed = { ...(await claimable(context, given)), userKey: given.key };
    return queueOnAccount(context, claimed, [{ code: "ACCL", password: given.password }]);
  },
});

async function claimable(
  context: CallContext,
  { targetSystemKey, shortId }: z.output<typeof input>,
): Promise<Row<"accounts">> {
  const target = await context.store.get("targetSystems", targetSystemKey);
  // Two accounts of one name are ambiguous, and a password would be tried on the wrong one.
  const [account, another] = await context.store.select("accounts", { where: { targetSystemKey, shortId }, limit: 2 });
  const inability = target && (await unable(context, target, { code: "ACCL" }));
  const closed = inability !== undefined && inability.code !== "TARGET_WITHOUT_PROXY";
  if (!target || !account || another || !isClaimable(account) || closed) {
    throw new ServiceError("ACCOUNT_NOT_CLAIMABLE", { target: "shortId" });
  }
  return account;
}

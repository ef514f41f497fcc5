import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { attributesInput, keyInput } from "../kernel/inputs/operation-input.ts";
import { batchInput, passwordInput } from "../kernel/inputs/password-input.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { checkBlocks, resetSubject } from "../password-blocks/engine/check-blocks.ts";
import { requireHelpable } from "../people/engine/require-helpable.ts";
import { changedAttributes } from "../requests/engine/changed-attributes.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedAudit, resetAudit } from "../requests/engine/queued-audit.ts";
import type { NewOperation } from "../requests/engine/save-request.ts";
import { type AccountOperation, accountWrite, isOwnAccount } from "./engine/account-write.ts";
import { changeOwner } from "./engine/change-owner.ts";
import { checkResets } from "./engine/check-resets.ts";
import { accountsTogether, type CheckedPassword, holdAccounts, resetsOf } from "./engine/password-scope.ts";

const lockedRule = "can only be set to false, which unlocks the account; accounts are locked by failures only";
const enabledRule = "can be set to true or false; null only says that nobody knows it";
const changesOfTarget = {
  locked: z.boolean().nullable().meta({ rule: lockedRule }).optional(),
  enabled: z.boolean().nullable().meta({ rule: enabledRule }).optional(),
  password: passwordInput.nullish(),
  attributes: attributesInput.nullish(),
};
const changes = { ...changesOfTarget, userKey: keyInput.nullable().optional() };

const changeRule = `must change at least one of ${Object.keys(changes).join(", ")}`;

const input = z
  .strictObject({ ...changes, key: keyInput, batch: batchInput, asRead: z.boolean().optional() })
  .refine(({ locked, asRead }) => locked === undefined || locked === false || asRead === true, {
    path: ["locked"],
    message: lockedRule,
  })
  .refine(({ enabled, asRead }) => enabled !== null || asRead === true, { path: ["enabled"], message: enabledRule })
  .refine(
    (given) =>
      given.asRead === true || Object.keys(changes).some((name) => given[name as keyof typeof given] !== undefined),
    { message: changeRule },
  )
  .meta({ rule: changeRule });

type Input = z.output<typeof input>;

const policy = policyOf.update("accounts");

/**
 * Changes an account on its target system: unlocks it, enables or disables it, resets its password, replaces attributes. The accounts that
 * its target group keeps the same get the password, too. Returns undefined if only its owner changes, which the target does not know. An account that is sent back as it was read (`asRead`) is changed only where
 * it differs. A state that is given without `asRead` is sent to the target in any case.
 * @throws NOT_FOUND, RECIPIENT_UNKNOWN, PASSWORD_STRENGTH, PASSWORD_RESET_BLOCKED, TARGET_GROUP_ACCOUNTS, TARGET_GROUP_CHANGING and every code of `queueOperations`
 */
export const updateAccount = defineOperation<Input, QueuedOperation | undefined, Prepared>({
  name: "accounts.update",
  operationType: "ACCOUNT_UPDATE",
  input,
  ...accountWrite(policy),
  proof: (context, given) => given.password !== undefined && given.password !== null && isOwnAccount(context, given),
  audit: {
    ...queuedAudit,
    operation: (given, output, caller) => (!given.password ? "RQSB" : resetAudit(given, output, caller)),
  },
  async prepare(context, { key, password, userKey }) {
    if (!password) return undefined;
    const account = await requireRow(context, "accounts", key);
    // The owner before may have blocked it too.
    await checkBlocks(context, [resetSubject(account)]);
    const accounts = await accountsTogether(context, [withOwner(account, userKey)], policy);
    return checkResets(context, { password }, accounts);
  },
  async run(context, { key, batch, asRead, ...given }, warnings): Promise<QueuedOperation | undefined> {
    const account = await requireRow(context, "accounts", key);
    const { userKey, ...wanted } = asRead ? await differences(context, given, account) : given;
    refuseUnfitStates(wanted);
    if (wanted.password) await requireHelpable(context, account.userKey);
    if (userKey !== undefined) await changeOwner(context, account, userKey);
    const owned = withOwner(account, userKey);
    const { key: accountKey, targetSystemKey } = owned;
    const operations: NewOperation[] = operationsOf(wanted).map((one) => ({ ...one, targetSystemKey, accountKey }));
    if (wanted.password && warnings) {
      const checked: CheckedPassword = { password: wanted.password, warnings, policy };
      operations.push(...resetsOf(await holdAccounts(context, [owned], checked), checked));
    }
    if (operations.length === 0) return undefined;
    return queueOperations(context, { recipientKey: owned.userKey, operations, batch });
  },
});

/** Returns an account with its new owner, if it gets one. */
function withOwner(account: Row<"accounts">, userKey: string | null | undefined): Row<"accounts"> {
  return userKey === undefined ? account : { ...account, userKey };
}

/** Refuses states that cannot be set, if an account is sent back as it was read and its states have changed since. */
function refuseUnfitStates({ locked, enabled }: Pick<Input, "locked" | "enabled">): void {
  if (locked === true || locked === null)
    throw new ServiceError("INPUT_INVALID", { target: "locked", message: `locked: ${lockedRule}` });
  if (enabled === null)
    throw new ServiceError("INPUT_INVALID", { target: "enabled", message: `enabled: ${enabledRule}` });
}

const states = ["locked", "enabled", "userKey"] as const;

type Given = Omit<Input, "key" | "batch" | "asRead">;

async function differences(context: CallContext, given: Given, account: Row<"accounts">): Promise<Given> {
  const same = new Set<string>(states.filter((name) => given[name] === account[name]));
  const changed = Object.fromEntries(Object.entries(given).filter(([name]) => !same.has(name))) as Given;
  if (!given.attributes) return changed;
  const attributes = await changedAttributes(context, { accountKey: account.key }, given.attributes);
  return { ...changed, attributes };
}

type Prepared = CheckedPassword["warnings"] | undefined;

// A password comes after these, for a directory may take every lock off with it.
function operationsOf({
  locked,
  enabled,
  attributes,
}: Pick<Input, "locked" | "enabled" | "attributes">): AccountOperation[] {
  const operations: (AccountOperation | false | null | undefined)[] = [
    attributes && { code: "UPDA", attributes },
    locked === false && { code: "UNLK" },
    typeof enabled === "boolean" && { code: enabled ? "ENAU" : "DNAU" },
  ];
  return operations.filter((operation) => !!operation);
}

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { disabledReasonMaxCharacters } from "#domain/managed-account-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { historical, historicalPolicyId } from "#domain/vault/historical-policy.ts";
import { nextChange } from "#domain/vault/next-change.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { askWhatOpens } from "../vault/engine/ask-what-opens.ts";
import { holdersOf } from "../vault/engine/holders-of.ts";
import { requireIndependent } from "./engine/dependant-accounts.ts";
import { manageAgain } from "./engine/manage-again.ts";
import { policyNamed, refuseHistorical } from "./engine/managed-policy.ts";
import { boundSystem } from "./engine/place-system.ts";

const seen = policyOf.get("managedAccounts");
const callers = ["user", "engine"] as const;
const wanted = (key: string) => ({ table: "managedAccounts", key, policy: seen }) as const;
const policiesOf = (name: string) => [{ name: seen, rows: true }, { name }];

/**
 * Puts an account under management. On the target nothing changes; its password is randomized one interval later unless someone requests it
 * before. An account that was managed before returns with all its known passwords, which are uncertain until its target is asked.
 * @throws ACCOUNT_UNKNOWN, MANAGED_ACCOUNT_EXISTS, MANAGED_SYSTEM_POLICY_UNKNOWN, MANAGED_SYSTEM_POLICY_BUILT_IN, MANAGED_SYSTEM_NOT_BOUND
 */
export const addManagedAccount = defineOperation({
  name: "managedAccounts.add",
  input: z.strictObject({ accountKey: keyInput, policyId: keyInput }),
  callers,
  policies: [{ name: policyOf.create("managedAccounts") }],
  audit: {
    operation: "MAAD",
    describe: ({ policyId }, output?: Row<"managedAccounts">) => ({
      ident: output?.key ?? null,
      message: `under ${policyId}`,
    }),
  },
  async run(context, { accountKey, policyId }): Promise<Row<"managedAccounts">> {
    const { store, ids } = context;
    const account = await store.lock("accounts", accountKey);
    if (!account) throw new ServiceError("ACCOUNT_UNKNOWN", { target: "accountKey" });
    const [known] = await store.select("managedAccounts", { where: { accountKey }, limit: 1 });
    if (known && known.policyId !== historicalPolicyId)
      throw new ServiceError("MANAGED_ACCOUNT_EXISTS", { target: "accountKey" });
    await requireIndependent(context, accountKey);
    refuseHistorical(policyId, "Choose the policy that is to hold.");
    const place = await placeUnder(context, { targetSystemKey: account.targetSystemKey, policyId, known });
    if (known) return manageAgain(context, { key: known.key, ...place, disabledReason: null });
    return store.add("managedAccounts", { key: ids.guid(), accountKey, status: "U", ...place });
  },
});

/**
 * Moves a managed account to another policy of its system. Under HISTORICAL it is no longer managed, and nothing of it is deleted. After a
 * return from there, its stored passwords are uncertain until its target is asked.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_ACCOUNT_CHECKED_OUT, ACCOUNT_UNKNOWN, MANAGED_SYSTEM_POLICY_UNKNOWN, MANAGED_SYSTEM_NOT_BOUND
 */
export const moveManagedAccount = defineOperation({
  name: "managedAccounts.move",
  input: z.strictObject({ key: keyInput, policyId: keyInput }),
  callers,
  policies: policiesOf(policyOf.action("managedAccounts/move")),
  audit: { operation: "MAMV", describe: ({ key, policyId }) => ({ ident: key, message: `to ${policyId}` }) },
  async run(context, { key, policyId }): Promise<Row<"managedAccounts">> {
    const { store } = context;
    const known = await lockedRow(context, wanted(key));
    if ((await holdersOf(context, key)) > 0) throw new ServiceError("MANAGED_ACCOUNT_CHECKED_OUT", { target: "key" });
    if (policyId === historicalPolicyId) return store.save("managedAccounts", { key, ...historical });
    const isBack = known.policyId === historicalPolicyId;
    const account = await (isBack ? store.lock("accounts", known.accountKey) : store.get("accounts", known.accountKey));
    if (!account) {
      const message = `The account has gone from its target system, so it stays under ${historicalPolicyId}. Once a discovery finds it again it can be moved.`;
      throw new ServiceError("ACCOUNT_UNKNOWN", { target: "key", message });
    }
    if (isBack) await requireIndependent(context, account.key);
    const place = await placeUnder(context, { targetSystemKey: account.targetSystemKey, policyId, known });
    return manageAgain(context, { key, ...place });
  },
});

/**
 * Disables a managed account with a reason: its password is not changed until it is enabled.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_ACCOUNT_NOT_MANAGED
 */
export const disableManagedAccount = defineOperation({
  name: "managedAccounts.disable",
  input: z.strictObject({ key: keyInput, reason: filledText(disabledReasonMaxCharacters) }),
  callers,
  policies: policiesOf(policyOf.action("managedAccounts/disable")),
  audit: { operation: "MADI", describe: ({ key, reason }) => ({ ident: key, message: reason }) },
  async run(context, { key, reason }): Promise<Row<"managedAccounts">> {
    const { policyId } = await lockedRow(context, wanted(key));
    if (policyId === historicalPolicyId) throw new ServiceError("MANAGED_ACCOUNT_NOT_MANAGED", { target: "key" });
    return context.store.save("managedAccounts", { key, disabledReason: reason });
  },
});

/**
 * Enables a managed account; an enabled one stays unchanged. A password that is uncertain by then is verified at once.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const enableManagedAccount = defineOperation({
  name: "managedAccounts.enable",
  input: z.strictObject({ key: keyInput }),
  callers,
  policies: policiesOf(policyOf.action("managedAccounts/enable")),
  audit: { operation: "MAEN", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }): Promise<Row<"managedAccounts">> {
    const { disabledReason } = await lockedRow(context, wanted(key));
    const account = await context.store.save("managedAccounts", { key, disabledReason: null });
    if (disabledReason !== null && account.status !== "C") await askWhatOpens(context, [account]);
    return account;
  },
});

interface Wish {
  readonly targetSystemKey: string;
  readonly policyId: string;
  readonly known: Row<"managedAccounts"> | undefined;
}

/** Returns the columns of a managed account that comes under a policy. */
async function placeUnder(context: CallContext, { targetSystemKey, policyId, known }: Wish) {
  const policy = await policyNamed(context, policyId);
  const system = await boundSystem(context, targetSystemKey, policyId);
  if (!system) {
    const message = `No managed system of '${targetSystemKey}' is under the policy '${policyId}'. Bind it first: gatehouse managed system bind.`;
    throw new ServiceError("MANAGED_SYSTEM_NOT_BOUND", { target: "policyId", message });
  }
  const nextRandomized = nextChange(policy, known?.lastRandomized ?? null, context.clock.now());
  return { policyId, managedSystemKey: system.key, nextRandomized };
}

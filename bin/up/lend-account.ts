import { grantCheckoutRight } from "#operations/checkouts/change-rights.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { askForManagedAccounts } from "#operations/managed-accounts/ask-for-runs.ts";
import { addManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { addManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { addManagedSystem } from "#operations/managed-accounts/change-managed-systems.ts";
import { knowSampleAccount } from "#operations/sample/know-account.ts";
import { lentAccount, passwordBorrowersClass } from "#operations/sample/targets.ts";
import type { Logger } from "#platform/logs/log.ts";

import { CliError } from "../cli-error.ts";
import { poll } from "../poll.ts";
import { programCaller } from "../program-caller.ts";
import { makeSampleAccount } from "./sample-target.ts";
import { sampleFile } from "./sample.ts";

/** Options to make the account of the sample available for check-out. */
export interface LendOptions {
  /** Folder of the sample targets' files. */
  readonly folder: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const pollMs = 100;
const runMs = 60_000;
const caller = () => programCaller("sample");
const { targetSystemId, name, policyId, description } = lentAccount;

/**
 * Adds an account without owner on a sample target as a managed account, randomizes its password, and lets the sample users check
 * it out. Everything that exists already stays as it is. Returns its name and its target.
 * @throws CliError if its password could not be changed
 */
export async function lendSampleAccount(context: ServiceContext, options: LendOptions): Promise<string> {
  const { store } = context;
  if (!(await store.get("managedSystemPolicies", policyId)))
    await invoke(addManagedSystemPolicy, context, caller(), {
      id: policyId,
      mode: "push",
      description,
      disclosurePlugins: ["display", "copy"],
    });
  const right = { right: "preApproved", userClassId: passwordBorrowersClass } as const;
  if ((await store.count("checkoutRights", { policyId, ...right })) === 0)
    await invoke(grantCheckoutRight, context, caller(), { key: policyId, ...right });
  if ((await store.count("managedSystems", { targetSystemKey: targetSystemId })) === 0)
    await invoke(addManagedSystem, context, caller(), { targetSystemKey: targetSystemId, policyId });
  const managed = await putUnderManagement(context, options);
  if (managed.lastRandomized === null) await changePassword(context, managed.key, options.signal);
  return `${name} on ${targetSystemId}`;
}

async function putUnderManagement(context: ServiceContext, { folder, log }: LendOptions) {
  const { id: stableId } = await makeSampleAccount(sampleFile(folder, targetSystemId), name, log);
  const made = { targetSystemKey: targetSystemId, stableId, name };
  const { key: accountKey } = await invoke(knowSampleAccount, context, caller(), made);
  const [known] = await context.store.select("managedAccounts", { where: { accountKey }, limit: 1 });
  return known ?? invoke(addManagedAccount, context, caller(), { accountKey, policyId });
}

async function changePassword(context: ServiceContext, key: string, signal: AbortSignal): Promise<void> {
  const asked = { kind: "randomize", accountKeys: [key], confirm: true } as const;
  const run = await invoke(askForManagedAccounts, context, caller(), asked);
  const look = async () => {
    signal.throwIfAborted();
    return (await context.store.get("managedAccounts", key))?.status;
  };
  const status = await poll(look, (seen) => seen === "C", { pauseMs: pollMs, stop: AbortSignal.timeout(runMs) });
  if (status !== "C")
    throw new CliError(`The run ${run.key} gave the account '${name}' no password; the logs say more.`);
}

import { setTimeout as sleep } from "node:timers/promises";

import { Secret } from "#connectors/contract/index.ts";
import { discoverOnSchedule } from "#operations/discovery/discover-target-system.ts";
import { invoke } from "#operations/invoke.ts";
import { addManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { addManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { addManagedSystem } from "#operations/managed-accounts/change-managed-systems.ts";
import { createCredential } from "#operations/target-systems/change-credentials.ts";
import { createTargetSystem } from "#operations/target-systems/change-target-systems.ts";

import { CliError } from "../cli-error.ts";
import { programCaller } from "../program-caller.ts";
import type { ThrowawayInstallation } from "./installation.ts";

/** The target system, and the policy, of a proof. */
export const proofId = "PROOF";

/** A managed account of a proof. */
export interface ProvedAccount {
  /** Key of the managed account. */
  readonly key: string;
  /** What it is called in the directory. */
  readonly name: string;
}

const listedWithinMs = 120_000;
const lookPauseMs = 100;
const caller = () => programCaller("vault prove");

/**
 * Makes the directory a target system, discovers it, and puts its accounts under management; no password is changed.
 * @param connector the type of the target system
 */
export async function manageAccounts(
  { service: { context }, directory }: Pick<ThrowawayInstallation, "service" | "directory">,
  {
    accounts,
    connector,
    signal,
  }: { readonly accounts: number; readonly connector: string; readonly signal: AbortSignal },
): Promise<readonly ProvedAccount[]> {
  const call = <I, O, P>(operation: Parameters<typeof invoke<I, O, P>>[0], input: object) =>
    invoke(operation, context, caller(), input);
  const { url, baseDN, accountsDN, admin } = directory;
  const description = "The directory of the proof";
  const address = { url, baseDN, accountsDN };
  await call(createTargetSystem, { id: proofId, type: connector, description, address, autoApprove: true });
  const password = new Secret(admin.password);
  await call(createCredential, { targetSystemId: proofId, administratorId: admin.dn, password });
  await call(discoverOnSchedule, { key: proofId, trigger: "psupdate" });
  const { store } = context;
  const end = performance.now() + listedWithinMs;
  while ((await store.count("accounts", { targetSystemKey: proofId })) < accounts) {
    if (performance.now() > end) throw new CliError("The discovery of the directory has found too few accounts.");
    await sleep(lookPauseMs, undefined, { signal });
  }
  // Nothing is changed by itself, and the directory locks no account.
  const plan = { mode: "push", changeIntervalHours: 0, lockoutTries: 0 } as const;
  await call(addManagedSystemPolicy, { id: proofId, description, ...plan });
  await call(addManagedSystem, { targetSystemKey: proofId, policyId: proofId });
  const rows = await store.select("accounts", { where: { targetSystemKey: proofId }, orderBy: [["shortId", "asc"]] });
  const managed: ProvedAccount[] = [];
  for (const { key, shortId } of rows) {
    const { key: managedKey } = await call(addManagedAccount, { accountKey: key, policyId: proofId });
    managed.push({ key: managedKey, name: shortId });
  }
  return managed;
}

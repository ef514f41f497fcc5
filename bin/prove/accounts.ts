import { setTimeout as sleep } from "node:timers/promises";

import { Secret } from "#connectors/contract/index.ts";
import { uncertainMsMax, uncertainWithDependantsMsMax } from "#domain/vault-run-limits.ts";
import { discoverOnSchedule } from "#operations/discovery/discover-target-system.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { addManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { addManagedSystem } from "#operations/managed-accounts/change-managed-systems.ts";
import { createCredential } from "#operations/target-systems/change-credentials.ts";
import { createTargetSystem } from "#operations/target-systems/change-target-systems.ts";

import { CliError } from "../cli-error.ts";
import { programCaller } from "../program-caller.ts";
import type { ThrowawayInstallation } from "./installation.ts";

/** Id of the target system, and of the policy, of a proof. */
export const proofId = "PROOF";
const description = "The directory of the proof";

/** A managed account of a proof, or one that depends on it. */
export interface ProvedAccount {
  /** Key of the managed account, or of the account. */
  readonly key: string;
  /** Name in the directory. */
  readonly name: string;
  /** True if other accounts depend on it. */
  readonly hasDependants?: boolean;
}

/** Returns the milliseconds after the last change of an account, and after the last kill, within which the vault must know its password. */
export function uncertainMsMaxOf({ hasDependants }: ProvedAccount): number {
  return hasDependants === true ? uncertainWithDependantsMsMax : uncertainMsMax;
}

const listedWithinMs = 120_000;
const lookPauseMs = 100;

type Prepared = Pick<ThrowawayInstallation, "service" | "directory">;

/** A target system to make from a part of the directory. */
export interface TargetWish {
  readonly id: string;
  /** Type of the target system. */
  readonly connector: string;
  readonly accountsDN: string;
  /** Number of accounts in that part. */
  readonly accounts: number;
  readonly signal: AbortSignal;
}

/** Makes the function that runs an operation as the caller of the proof. */
export function proofCall({ service: { context } }: Pick<ThrowawayInstallation, "service">) {
  return <I, O, P>(operation: Parameters<typeof invoke<I, O, P>>[0], input: object) =>
    invoke(operation, context, programCaller("vault prove"), input);
}

/**
 * Makes a target system from a part of the directory and discovers it; returns its accounts, ordered by name.
 * @throws CliError if too few of them are found within two minutes
 */
export async function addTarget(
  installation: Prepared,
  { id, connector, accountsDN, accounts, signal }: TargetWish,
): Promise<readonly ProvedAccount[]> {
  const call = proofCall(installation);
  const { url, baseDN, admin } = installation.directory;
  const address = { url, baseDN, accountsDN };
  await call(createTargetSystem, { id, type: connector, description, address, autoApprove: true });
  const password = new Secret(admin.password);
  await call(createCredential, { targetSystemId: id, administratorId: admin.dn, password });
  await call(discoverOnSchedule, { key: id, trigger: "psupdate" });
  const { store } = installation.service.context;
  const end = performance.now() + listedWithinMs;
  while ((await store.count("accounts", { targetSystemKey: id })) < accounts) {
    if (performance.now() > end) throw new CliError("The discovery of the directory has found too few accounts.");
    await sleep(lookPauseMs, undefined, { signal });
  }
  const rows = await store.select("accounts", { where: { targetSystemKey: id }, orderBy: [["shortId", "asc"]] });
  return rows.map(({ key, shortId }) => ({ key, name: shortId }));
}

/**
 * Makes a target system from the directory, discovers it, and adds its accounts as managed ones; no password is changed.
 * @param connector the type of the target system
 */
export async function manageAccounts(
  installation: Prepared,
  wish: Pick<TargetWish, "accounts" | "connector" | "signal">,
): Promise<readonly ProvedAccount[]> {
  const { accountsDN } = installation.directory;
  const found = await addTarget(installation, { ...wish, id: proofId, accountsDN });
  const call = proofCall(installation);
  // No password changes by schedule, and the directory locks no account.
  const plan = { mode: "push", changeIntervalHours: 0, lockoutTries: 0 } as const;
  await call(addManagedSystemPolicy, { id: proofId, description, ...plan });
  await call(addManagedSystem, { targetSystemKey: proofId, policyId: proofId });
  const managed: ProvedAccount[] = [];
  for (const { key: accountKey, name } of found) {
    const { key } = await call(addManagedAccount, { accountKey, policyId: proofId });
    managed.push({ key, name });
  }
  return managed;
}

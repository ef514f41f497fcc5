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
  /** Proxy of the target system; the one of an installation alone by default. */
  readonly proxyId?: string;
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
  { id, connector, accountsDN, accounts, proxyId, signal }: TargetWish,
): Promise<readonly ProvedAccount[]> {
  const call = proofCall(installation);
  const { url, baseDN, admin } = installation.directory;
  const address = { url, baseDN, accountsDN };
  const proxyServers = proxyId === undefined ? [] : [proxyId];
  await call(createTargetSystem, { id, type: connector, description, address, autoApprove: true, proxyServers });
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

/** Accounts to manage, all on one target system and under one policy. */
export interface ManagedWish extends Pick<TargetWish, "accounts" | "connector" | "signal" | "proxyId"> {
  /** ID of the target system and of the policy; `PROOF` by default. */
  readonly id?: string;
  /** Part of the accounts that is managed; all by default. */
  readonly share?: (index: number) => boolean;
}

/** Makes a target system from the directory, discovers it, and adds its accounts as managed ones; no password is changed. */
export async function manageAccounts(
  installation: Prepared,
  { id = proofId, share = () => true, ...wish }: ManagedWish,
): Promise<readonly ProvedAccount[]> {
  const { accountsDN } = installation.directory;
  const listed = await addTarget(installation, { ...wish, id, accountsDN });
  const found = listed.filter((_account, index) => share(index));
  const call = proofCall(installation);
  // No password changes by schedule, and the directory locks no account.
  const plan = { mode: "push", changeIntervalHours: 0, lockoutTries: 0 } as const;
  await call(addManagedSystemPolicy, { id, description, ...plan });
  await call(addManagedSystem, { targetSystemKey: id, policyId: id });
  const managed: ProvedAccount[] = [];
  for (const { key: accountKey, name } of found) {
    const { key } = await call(addManagedAccount, { accountKey, policyId: id });
    managed.push({ key, name });
  }
  return managed;
}

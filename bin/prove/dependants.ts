import { setTimeout as sleep } from "node:timers/promises";

import { uncertainMsMax } from "#domain/vault-run-limits.ts";
import { addDependant } from "#operations/managed-accounts/change-dependants.ts";
import { type AccountTree, secretOf } from "#operations/vault/engine/entries.ts";
import type { Store } from "#store/store.ts";

import { addTarget, type ProvedAccount, proofCall, type TargetWish } from "./accounts.ts";
import type { ThrowawayInstallation } from "./installation.ts";
import type { Judge, ReadTree } from "./judge.ts";
import { patiently } from "./patiently.ts";

const targetId = "PROOF-DEPENDANTS";
const lookPauseMs = 100;

/** An account on a second target system that has the password of a managed one. */
export interface ProvedDependant {
  /** Key of the dependant. */
  readonly key: string;
  /** Name in the directory. */
  readonly name: string;
  readonly account: ProvedAccount;
}

/** A dependant that broke the promise, with the fault. */
export interface BrokenDependant extends ProvedDependant {
  /**
   * Kind of the fault:
   * - it has not taken the last password a minute after the last kill;
   * - the vault does not know that it has the password that the vault calls certain;
   * - that password does not open it.
   */
  readonly fault: "has not taken it" | "not known" | "does not open";
  /** Message of the dependant if it has not taken a password. */
  readonly message: string | null;
}

/** Makes accounts of a second target system dependants of the first managed accounts, one each; they receive the next password. */
export async function addDependants(
  installation: Pick<ThrowawayInstallation, "service" | "directory">,
  managed: readonly ProvedAccount[],
  { dependants, ...wish }: Pick<TargetWish, "connector" | "signal"> & { readonly dependants: number },
): Promise<readonly ProvedDependant[]> {
  if (dependants === 0) return [];
  const { dependantsDN: accountsDN } = installation.directory;
  const found = await addTarget(installation, { ...wish, id: targetId, accountsDN, accounts: dependants });
  const call = proofCall(installation);
  const added: ProvedDependant[] = [];
  for (const [index, account] of managed.slice(0, dependants).entries()) {
    const { key: accountKey = "", name = "" } = found[index] ?? {};
    const { key } = await call(addDependant, { managedAccountKey: account.key, accountKey });
    added.push({ key, name, account });
  }
  return added;
}

/** Tools to judge dependants. */
export interface DependantJudging {
  readonly store: Store;
  readonly judge: Judge;
  readonly readTree: ReadTree;
  readonly dependants: readonly ProvedDependant[];
  readonly signal: AbortSignal;
}

/**
 * Judges dependants when all accounts have settled: each must open with the password that the vault calls certain for its account.
 * The service restores one that has not taken it, for which it gets a minute.
 */
export async function judgeDependants(judging: DependantJudging): Promise<readonly BrokenDependant[]> {
  const end = performance.now() + uncertainMsMax;
  for (;;) {
    const broken: BrokenDependant[] = [];
    for (const dependant of judging.dependants) {
      const fault = await patiently(() => faultOf(dependant, judging));
      if (fault !== undefined) broken.push({ ...dependant, ...fault });
    }
    const maySettle = broken.some(({ fault }) => fault !== "does not open");
    if (!maySettle || performance.now() > end) return broken;
    await sleep(lookPauseMs, undefined, { signal: judging.signal });
  }
}

async function faultOf(
  { key, name, account }: ProvedDependant,
  { store, judge, readTree }: DependantJudging,
): Promise<Pick<BrokenDependant, "fault" | "message"> | undefined> {
  const row = await store.get("managedAccountDependants", key);
  if (row === undefined || row.failingSince !== null)
    return { fault: "has not taken it", message: row?.message ?? null };
  const certain = certainOf(await readTree(account.key));
  if (certain === undefined || row.heldEntryKey !== certain.key) return { fault: "not known", message: null };
  const opens = await judge.opens({ name }, secretOf(store, certain));
  return opens ? undefined : { fault: "does not open", message: null };
}

function certainOf(held: AccountTree | undefined) {
  return held?.tree.state === "C" ? held.tree.giveOut[0] : undefined;
}

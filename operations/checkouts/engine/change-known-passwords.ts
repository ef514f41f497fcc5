import { isStillKnown } from "#domain/checkouts/known-password.ts";
import { leavingPageMax } from "#domain/people-limits.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import { accountsOfRun } from "#domain/vault/due-accounts.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StepProgress } from "../../kernel/leaver-step.ts";
import { startRun } from "../../runs/engine/run-life.ts";
import { runTerms } from "../../vault/engine/run-terms.ts";
import { lockedAccount } from "./locked-account.ts";

/**
 * Requests the change of every password that a person who leaves may still know, in the current transaction: by a run where it can be changed
 * now, and with the next due run where it cannot. A policy of the mode `vault` changes no passwords.
 */
export async function changeKnownPasswords(context: CallContext, userKey: string): Promise<StepProgress> {
  const { store, clock } = context;
  const handedOut = await store.select("checkouts", { where: allOf(eq("userKey", userKey), ne("checkedOutAt", null)) });
  // What the person may know is recorded when the check-out ends, by another step.
  if (handedOut.some(({ status }) => status === "checkedOut")) return { items: 0, more: true };
  const changed: string[] = [];
  for (const [accountKey, checkouts] of Map.groupBy(handedOut, (one) => one.managedAccountKey)) {
    if (changed.length === leavingPageMax) break;
    const locked = await lockedAccount(context, accountKey);
    const isKnown = checkouts.some(({ knownKeys }) => locked && isStillKnown(locked.tree, knownKeys ?? []));
    if (locked === undefined || !isKnown || (locked.policy?.mode ?? "vault") === "vault") continue;
    const { nextRandomized } = locked.account;
    // An account that is due has been requested before.
    if (nextRandomized !== null && nextRandomized <= clock.now()) continue;
    await store.save("managedAccounts", { key: accountKey, nextRandomized: clock.now() });
    changed.push(accountKey);
  }
  await runOver(context, changed);
  return { items: changed.length, more: changed.length === leavingPageMax };
}

/** Starts a run over those of some accounts whose passwords can be changed now. */
async function runOver(context: CallContext, accountKeys: readonly string[]): Promise<void> {
  if (accountKeys.length === 0) return;
  const wanted = { kind: "randomize", reason: "leaving", policyId: null, accountKeys } as const;
  const scope = accountsOfRun({ ...wanted, createdAt: context.clock.now() }, await runTerms(context));
  if ((await context.store.count("managedAccounts", scope)) > 0) await startRun(context, wanted);
}

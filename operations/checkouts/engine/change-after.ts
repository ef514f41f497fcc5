import { isInChangeWindow } from "#domain/vault/change-window.ts";
import { accountsOfRun, type RunTerms } from "#domain/vault/due-accounts.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { startRun } from "../../runs/engine/run-life.ts";
import { runTerms } from "../../vault/engine/run-terms.ts";
import type { LockedAccount } from "./locked-account.ts";

type Policy = Row<"managedSystemPolicies">;

/**
 * Reports whether the password of an account is changed after its last holder: the policy must want it, and someone be able to change it.
 */
export function isChangedAfter(policy: Policy | undefined): policy is Policy {
  return policy !== undefined && policy.randomizeOnCheckIn && policy.mode !== "vault";
}

/**
 * Requests the change of the password of a locked account without holders, in the current transaction: at once, or in the window of its
 * policy; a managed host fetches it. Only one run is requested at a time, however many check-outs wait for it. None is requested while it
 * would skip the account, for example in a conflict; that is checked again later. The home node of the account alone does this, also for
 * check-outs that another node has handed out before it learned that it is the home no longer: their rows are written there, so the next due
 * run changes the password.
 */
export async function changeAfter(context: CallContext, locked: LockedAccount): Promise<void> {
  const { store, clock } = context;
  const { account, policy, holders, unchanged } = locked;
  if (holders > 0 || unchanged.length === 0 || !isChangedAfter(policy)) return;
  if (await isElsewhere(context, "managedAccounts", [account])) return;
  const now = clock.now();
  const terms = await runTerms(context);
  if (!isOpenNow(policy, terms) || (await isElsewhere(context, "checkouts", unchanged))) {
    if (account.nextRandomized === null || account.nextRandomized > now)
      await store.save("managedAccounts", { key: account.key, nextRandomized: now });
    return;
  }
  if (await isUnderWay(context, unchanged)) return;
  const accountKeys = [account.key];
  const wanted = { kind: "randomize", reason: "checkIn", policyId: null, accountKeys } as const;
  if ((await store.count("managedAccounts", accountsOfRun({ ...wanted, createdAt: now }, terms))) === 0) return;
  const run = await startRun(context, wanted);
  for (const { key } of unchanged) await store.save("checkouts", { key, runKey: run.key });
}

/** Returns true if a run may be requested at this moment; a managed host fetches its own. */
function isOpenNow({ mode, changeWindow, frozenUntil }: Policy, { zone, now }: RunTerms): boolean {
  return mode !== "pull" && (frozenUntil ?? now) <= now && isInChangeWindow(changeWindow, zone, now);
}

/** Returns true if another node writes one of the rows. */
async function isElsewhere(
  { store }: CallContext,
  table: "managedAccounts" | "checkouts",
  rows: readonly { readonly key: string }[],
): Promise<boolean> {
  for (const { key } of rows) if ((await store.homes.elsewhere(table, key)) !== undefined) return true;
  return false;
}

async function isUnderWay({ store }: CallContext, unchanged: readonly Row<"checkouts">[]): Promise<boolean> {
  for (const { runKey } of unchanged) {
    const run = runKey === null ? undefined : await store.get("runs", runKey);
    if (run !== undefined && run.endedAt === null) return true;
  }
  return false;
}

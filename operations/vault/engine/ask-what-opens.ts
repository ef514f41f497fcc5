import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { startRun } from "../../runs/engine/run-life.ts";
import { enrolledHostOf } from "./host-rows.ts";
import { startHostRun } from "./host-runs.ts";
import { runRefusal } from "./run-refusal.ts";

type Account = Row<"managedAccounts">;

/**
 * Asks the targets at once whether the vault's passwords of accounts open them, in the current transaction. Accounts that cannot be
 * verified now stay unchanged. Hosts that fetch their own runs get one each; all others share one.
 */
export async function askWhatOpens(context: CallContext, accounts: readonly Account[]): Promise<void> {
  const accountKeys: string[] = [];
  for (const account of accounts) {
    if ((await runRefusal(context, "verify", account)) !== undefined) continue;
    const policy = await context.store.get("managedSystemPolicies", account.policyId);
    const host = policy?.mode === "pull" ? await enrolledHostOf(context, account.key) : undefined;
    if (host === undefined) accountKeys.push(account.key);
    else await startHostRun(context, host, { kind: "verify", reason: "asked" });
  }
  if (accountKeys.length === 0) return;
  await startRun(context, { kind: "verify", reason: "asked", policyId: null, accountKeys });
}

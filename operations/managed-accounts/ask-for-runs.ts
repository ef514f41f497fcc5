import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { askedAccountsMax } from "#domain/managed-account-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { accountsOfRun, type RunScope } from "#domain/vault/due-accounts.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { startRun } from "../runs/engine/run-life.ts";
import { enrolledHostOf } from "../vault/engine/host-rows.ts";
import { startHostRun } from "../vault/engine/host-runs.ts";
import { runRefusal } from "../vault/engine/run-refusal.ts";
import { runTerms } from "../vault/engine/run-terms.ts";
import { refuseHistorical } from "./engine/managed-policy.ts";

const callers = ["user", "engine"] as const;
const seenAccounts = policyOf.get("managedAccounts");
const seenPolicies = policyOf.get("managedSystemPolicies");
const confirm = z.boolean().exactOptional();
type Kind = RunScope["kind"];
const audited = (operation: "MARA" | "MAVF") =>
  ({
    operation,
    describe: ({ key }: { readonly key?: string }, run?: Row<"runs">) => ({
      ident: key ?? null,
      batchId: run?.key ?? null,
    }),
  }) as const;

/**
 * Randomizes the password of a managed account. The answer is the run that does it; no one must wait for it.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_ACCOUNT_UNFIT
 */
export const randomizeManagedAccount = defineOperation({
  name: "managedAccounts.randomize",
  input: z.strictObject({ key: keyInput }),
  callers,
  policies: [{ name: seenAccounts, rows: true }, { name: policyOf.action("managedAccounts/randomize") }],
  audit: audited("MARA"),
  run: (context, { key }) => askForOne(context, "randomize", key),
});

/**
 * Asks the target whether the vault's password of a managed account opens it, and changes nothing there.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_ACCOUNT_UNFIT
 */
export const verifyManagedAccount = defineOperation({
  name: "managedAccounts.verify",
  input: z.strictObject({ key: keyInput }),
  callers,
  policies: [{ name: seenAccounts, rows: true }, { name: policyOf.action("managedAccounts/verify") }],
  audit: audited("MAVF"),
  run: (context, { key }) => askForOne(context, "verify", key),
});

/**
 * Randomizes the password of every account under a policy, except those that cannot be changed now.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_POLICY_BUILT_IN, CONFIRMATION_REQUIRED, NOT_SUPPORTED
 */
export const randomizeManagedSystemPolicy = defineOperation({
  name: "managedSystemPolicies.randomize",
  input: z.strictObject({ key: keyInput, confirm }),
  callers,
  policies: [{ name: seenPolicies, rows: true }, { name: policyOf.action("managedSystemPolicies/randomize") }],
  audit: audited("MARA"),
  run: (context, { key, confirm: isConfirmed }) => askForPolicy(context, "randomize", { key, isConfirmed }),
});

/**
 * Asks the targets whether the vault's passwords of the accounts under a policy open them.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_POLICY_BUILT_IN, NOT_SUPPORTED
 */
export const verifyManagedSystemPolicy = defineOperation({
  name: "managedSystemPolicies.verify",
  input: z.strictObject({ key: keyInput }),
  callers,
  policies: [{ name: seenPolicies, rows: true }, { name: policyOf.action("managedSystemPolicies/verify") }],
  audit: audited("MAVF"),
  run: (context, { key }) => askForPolicy(context, "verify", { key, isConfirmed: true }),
});

/**
 * Randomizes or verifies the passwords of named accounts, or of all, for the operator of this machine. Accounts with their own hosts must
 * be named one by one.
 * @throws CONFIRMATION_REQUIRED, NOT_SUPPORTED
 */
export const askForManagedAccounts = defineOperation({
  name: "managedAccounts.ask",
  input: z.strictObject({
    kind: z.enum(["randomize", "verify"]),
    accountKeys: z.array(keyInput).min(1).max(askedAccountsMax).nullable(),
    confirm,
  }),
  callers: ["engine"],
  audit: {
    operation: "MARA",
    describe: ({ kind, accountKeys }, run?: Row<"runs">) => ({
      batchId: run?.key ?? null,
      message: `${kind} ${accountKeys === null ? "all" : accountKeys.length}`,
    }),
  },
  async run(context, { kind, accountKeys, confirm: isConfirmed }) {
    const scope = { kind, policyId: null, accountKeys } as const;
    if (kind === "randomize") await requireConfirmed(context, scope, isConfirmed);
    const fetched = await fetchedAmong(context, accountKeys ?? []);
    if (accountKeys === null || fetched === 0) return startRun(context, { ...scope, reason: "asked" });
    const [key, ...others] = accountKeys;
    if (key !== undefined && others.length === 0) return askForOne(context, kind, key);
    const message = `${fetched} of them are under a policy of the mode pull: ${askEach}`;
    throw new ServiceError("NOT_SUPPORTED", { target: "accountKeys", message });
  },
});

const askEach = "each account's own host fetches what is asked for. Ask for each account.";

/** Returns the number of the accounts whose runs are fetched by their own hosts. */
async function fetchedAmong({ store }: CallContext, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const pulled = await store.select("managedSystemPolicies", { where: { mode: "pull" } });
  const policyIds = pulled.map(({ id }) => id);
  return store.count("managedAccounts", allOf(oneOf("key", keys), oneOf("policyId", policyIds)));
}

/**
 * Verifies uncertain and conflicting passwords, so that the targets' answers settle them; nothing is removed or overwritten.
 * @throws FORBIDDEN
 */
export const settleManagedAccounts = defineOperation({
  name: "managedAccounts.settle",
  input: z.strictObject({}),
  callers: ["engine"],
  audit: {
    operation: "MAVF",
    describe: (_, run?: Row<"runs">) => ({ batchId: run?.key ?? null, message: "settle" }),
  },
  run: (context) => startRun(context, { kind: "verify", reason: "settle", policyId: null, accountKeys: null }),
});

async function askForOne(context: CallContext, kind: Kind, key: string): Promise<Row<"runs">> {
  const account = await visibleRow(context, { table: "managedAccounts", key, policy: seenAccounts });
  const words = await runRefusal(context, kind, account);
  if (words !== undefined) throw new ServiceError("MANAGED_ACCOUNT_UNFIT", { target: "key", message: words });
  const policy = await context.store.get("managedSystemPolicies", account.policyId);
  const host = policy?.mode === "pull" ? await enrolledHostOf(context, key) : undefined;
  // Its host fetches the run when it asks.
  if (host !== undefined) return startHostRun(context, host, { kind, reason: "asked" });
  return startRun(context, { kind, reason: "asked", policyId: null, accountKeys: [key] });
}

interface AskedPolicy {
  readonly key: string;
  readonly isConfirmed: boolean | undefined;
}

async function askForPolicy(context: CallContext, kind: Kind, { key, isConfirmed }: AskedPolicy) {
  const { mode } = await visibleRow(context, { table: "managedSystemPolicies", key, policy: seenPolicies });
  refuseHistorical(key, "What is managed no more is not changed.");
  if (mode === "pull") {
    const message = `Under the mode pull ${askEach}`;
    throw new ServiceError("NOT_SUPPORTED", { target: "key", message });
  }
  const scope = { kind, policyId: key, accountKeys: null } as const;
  await requireConfirmed(context, scope, isConfirmed);
  return startRun(context, { ...scope, reason: "asked" });
}

type Scope = Pick<RunScope, "kind" | "policyId" | "accountKeys">;

/**
 * Throws CONFIRMATION_REQUIRED unless a change of many passwords is confirmed, if the setting requires it.
 * @throws CONFIRMATION_REQUIRED with the counts
 */
async function requireConfirmed(context: CallContext, scope: Scope, isConfirmed: boolean | undefined): Promise<void> {
  if (context.settings.randomizeLocalFallback || isConfirmed === true) return;
  const { store, clock } = context;
  const run = { ...scope, reason: "asked", createdAt: clock.now() } as const;
  const accounts = await store.count("managedAccounts", accountsOfRun(run, await runTerms(context)));
  const all = await store.count(
    "managedAccounts",
    scope.policyId === null ? eq("disabledReason", null) : eq("policyId", scope.policyId),
  );
  throw new ServiceError("CONFIRMATION_REQUIRED", {
    target: "confirm",
    message: `The passwords of ${accounts} account(s) would be changed, ${Math.max(0, all - accounts)} left alone. Say so with confirm: true.`,
  });
}

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { askedAccountsMax, managedAccountsListedMax } from "#domain/managed-account-limits.ts";
import { allOf, anyOf, eq, ne, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { type ListedAccount, namedAccounts } from "../kernel/rows/named-accounts.ts";
import { type Entry, readTrees } from "../vault/engine/entries.ts";
import { attachConfirmation, attachSystemConfirmation } from "./engine/attach-confirmation.ts";
import { policyNamed } from "./engine/managed-policy.ts";

const callers = ["engine"] as const;
const audit = { operation: "MGLS", when: "refusalOnly" } as const;

/** Lists all managed system policies, for the operator of this machine. */
export const listManagedSystemPolicies = defineOperation<
  Record<string, never>,
  readonly Row<"managedSystemPolicies">[]
>({
  name: "managedSystemPolicies.list",
  kind: "read",
  callers,
  audit,
  run: ({ store }) => store.select("managedSystemPolicies", { orderBy: [["id", "asc"]] }),
});

/**
 * Shows a managed system policy, for the operator of this machine.
 * @throws MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export const showManagedSystemPolicy = defineOperation({
  name: "managedSystemPolicies.show",
  kind: "read",
  input: z.strictObject({ id: z.string() }),
  callers,
  audit,
  async run(context, { id }) {
    const policy = await policyNamed(context, id);
    const managedSystems = await context.store.count("managedSystemBindings", { policyId: id });
    const managedAccounts = await context.store.count("managedAccounts", { policyId: id });
    return { ...policy, managedSystems, managedAccounts };
  },
});

/** A managed system with the IDs of its policies. */
export interface ListedSystem extends Row<"managedSystems"> {
  readonly policies: readonly string[];
  /** True if any of them accepts a password unverified, if the target cannot verify it. */
  readonly confirmWithoutVerify: boolean;
}

/** Lists all managed systems with their policies, for the operator of this machine. */
export const listManagedSystems = defineOperation<Record<string, never>, readonly ListedSystem[]>({
  name: "managedSystems.list",
  kind: "read",
  callers,
  audit,
  async run({ store }) {
    const rows = await store.select("managedSystems", { orderBy: [["id", "asc"]] });
    const bindings = await store.select("managedSystemBindings", { orderBy: [["policyId", "asc"]] });
    return shownSystems({ store }, rows, bindings);
  },
});

/**
 * Shows a managed system by its ID or its key, for the operator of this machine.
 * @throws MANAGED_SYSTEM_UNKNOWN
 */
export const showManagedSystem = defineOperation({
  name: "managedSystems.show",
  kind: "read",
  input: z.strictObject({ id: z.string() }),
  callers,
  audit,
  async run({ store }, { id }): Promise<ListedSystem> {
    const [row] = await store.select("managedSystems", { where: anyOf(eq("id", id), eq("key", id)), limit: 1 });
    if (!row) throw new ServiceError("MANAGED_SYSTEM_UNKNOWN", { target: id });
    const bindings = await store.select("managedSystemBindings", {
      where: { managedSystemKey: row.key },
      orderBy: [["policyId", "asc"]],
    });
    return (await shownSystems({ store }, [row], bindings))[0] as ListedSystem;
  },
});

async function shownSystems(
  { store }: Pick<CallContext, "store">,
  rows: readonly Row<"managedSystems">[],
  bindings: readonly Row<"managedSystemBindings">[],
): Promise<readonly ListedSystem[]> {
  const policiesOf = (key: string) =>
    bindings.filter(({ managedSystemKey }) => managedSystemKey === key).map(({ policyId }) => policyId);
  const confirming = await attachSystemConfirmation({ store }, rows);
  return confirming.map((row) => ({ ...row, policies: policiesOf(row.key) }));
}

/** Lists the first managed accounts of a policy or of all, by key, for the operator of this machine. */
export const listManagedAccounts = defineOperation({
  name: "managedAccounts.list",
  kind: "read",
  input: z.strictObject({
    policyId: z.string().optional(),
    status: z.enum(["C", "U", "conflict"], { error: "must be one of C, U, conflict" }).optional(),
    limit: z.int().min(1).max(managedAccountsListedMax).default(100),
  }),
  callers,
  audit,
  async run(context, { policyId, status, limit }): Promise<readonly ShownAccount[]> {
    const { store } = context;
    if (policyId !== undefined) await policyNamed(context, policyId);
    const where = allOf(
      ...(policyId === undefined ? [] : [eq("policyId", policyId)]),
      ...(status === undefined ? [] : [eq("status", status)]),
    );
    return shownAccounts(context, await store.select("managedAccounts", { where, orderBy: [["key", "asc"]], limit }));
  },
});

/** A managed account as operators see it. */
export interface ShownAccount extends ListedAccount {
  /** True if a password is accepted unverified, if the target cannot verify it. */
  readonly confirmWithoutVerify: boolean;
}

async function shownAccounts(
  { store }: Pick<CallContext, "store">,
  rows: readonly Row<"managedAccounts">[],
): Promise<readonly ShownAccount[]> {
  return attachConfirmation({ store }, await namedAccounts(store, rows));
}

/**
 * Finds an account by the ID of its target system and its name or key there, with its managed account, for the operator of this machine.
 * @throws ACCOUNT_UNKNOWN
 */
export const findManagedAccount = defineOperation({
  name: "managedAccounts.find",
  kind: "read",
  input: z.strictObject({ target: z.string(), name: z.string() }),
  callers,
  audit,
  async run(context, { target, name }): Promise<FoundAccount> {
    const { store } = context;
    const ofTarget = eq("targetSystemKey", target);
    const called = anyOf(eq("shortId", name), eq("longId", name), eq("stableId", name), eq("key", name));
    const found = await store.select("accounts", { where: allOf(ofTarget, called), limit: 2 });
    if (found.length > 1) throw unclear(`Several accounts of '${target}' are called '${name}'. Give the key of one.`);
    const [account] = found;
    if (!account) {
      const words = `No account '${name}' is known on the target system '${target}'. Look it up under /v2/accounts, or discover the target system first.`;
      throw unclear(words);
    }
    const [row] = await store.select("managedAccounts", { where: { accountKey: account.key }, limit: 1 });
    return {
      accountKey: account.key,
      managed: row === undefined ? null : ((await shownAccounts(context, [row]))[0] ?? null),
    };
  },
});

const unclear = (message: string) => new ServiceError("ACCOUNT_UNKNOWN", { target: "name", message });

/** An account, with its managed account; null if it is not managed. */
export interface FoundAccount {
  readonly accountKey: string;
  readonly managed: ShownAccount | null;
}

/** A present or past password of an account, without the secret. */
export interface PastPassword extends Omit<Entry, "secret"> {
  /** True if it is given out now: it is or may be the present one. */
  readonly givenOut: boolean;
}

/**
 * Lists all passwords that a managed account ever had, oldest first and without the secrets, for the operator of this machine. Failed
 * passwords are included only on request, or if the setting shows them to everyone.
 * @throws MANAGED_ACCOUNT_UNKNOWN
 */
export const managedAccountHistory = defineOperation({
  name: "managedAccounts.history",
  kind: "read",
  input: z.strictObject({ key: keyInput, failed: z.boolean().default(false) }),
  callers,
  audit,
  async run({ store, settings }, { key, failed }): Promise<readonly PastPassword[]> {
    const held = (await readTrees(store, [key])).get(key);
    if (held === undefined) throw new ServiceError("MANAGED_ACCOUNT_UNKNOWN", { target: key });
    const given = new Set(held.tree.giveOut.map((entry) => entry.key));
    const withFailed = failed || settings.historyIncludesFailedPasswords;
    return held.entries
      .filter(({ status }) => withFailed || status !== "failed")
      .toSorted((one, other) => one.createdAt - other.createdAt || (one.key < other.key ? -1 : 1))
      .map((entry) => {
        const { secret: _, ...shown } = entry;
        return { ...shown, givenOut: given.has(entry.key) };
      });
  },
});

/** Finds the accounts whose given passwords are not confirmed, for the operator of this machine who recorded them. */
export const unconfirmedPasswords = defineOperation({
  name: "managedAccounts.unconfirmed",
  kind: "read",
  input: z.strictObject({ entryKeys: z.array(keyInput).max(askedAccountsMax) }),
  callers,
  audit,
  async run({ store }, { entryKeys }): Promise<readonly UnconfirmedPassword[]> {
    const entries = await store.select("vaultEntries", { where: allOf(oneOf("key", entryKeys), ne("status", "C")) });
    const keys = [...new Set(entries.map(({ managedAccountKey }) => managedAccountKey))];
    const accounts = await store.select("managedAccounts", { where: oneOf("key", keys), orderBy: [["key", "asc"]] });
    const failed = new Set(entries.filter(({ status }) => status === "failed").map((one) => one.managedAccountKey));
    return (await namedAccounts(store, accounts)).map((account) => ({
      ...account,
      isRefused: failed.has(account.key),
    }));
  },
});

/** An account with a recorded password that does not open it, or may not. */
export interface UnconfirmedPassword extends ListedAccount {
  readonly isRefused: boolean;
}

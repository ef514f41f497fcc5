import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namedAccounts } from "../../kernel/rows/named-accounts.ts";
import { attachConfirmation } from "./attach-confirmation.ts";

type Values = Readonly<Record<string, unknown>>;

/** Adds the wanted computed values to managed accounts: terms of their policies, numbers of holders, names. */
export async function attachToManagedAccounts(
  context: Pick<CallContext, "store">,
  rows: readonly Values[],
  wanted: readonly string[],
): Promise<readonly Values[]> {
  const wants = (name: string) => wanted.includes(name);
  let complete = wants("confirmWithoutVerify") ? await attachConfirmation(context, rows) : rows;
  if (wants("checkoutCount")) complete = await withHolders(context, complete);
  if (Object.keys(termsOf).some(wants)) complete = await withTerms(context, complete);
  return wants("name") || wants("targetSystemKey") ? withNames(context, complete) : complete;
}

async function withHolders({ store }: Pick<CallContext, "store">, rows: readonly Values[]): Promise<readonly Values[]> {
  const keys = rows.map(({ key }) => String(key));
  const where = allOf(oneOf("managedAccountKey", keys), eq("status", "checkedOut"));
  const out = Map.groupBy(await store.select("checkouts", { where }), ({ managedAccountKey }) => managedAccountKey);
  return rows.map((row) => ({ ...row, checkoutCount: out.get(String(row["key"]))?.length ?? 0 }));
}

/** Terms of a policy for check-outs, by the names under which they are shown; without a policy no check-out is possible. */
const termsOf: Readonly<Record<string, (policy: Row<"managedSystemPolicies"> | undefined) => unknown>> = {
  checkoutLimit: (policy) => policy?.concurrency ?? 0,
  checkoutMinutes: (policy) => policy?.checkoutMaxMinutes ?? 0,
  checkoutExtensions: (policy) => policy?.extensionsMax ?? 0,
  checkoutTicket: (policy) => (policy?.ticketPlugin ?? null) !== null,
  checkoutAttended: (policy) => policy?.attended ?? false,
  disclosurePlugins: (policy) => policy?.disclosurePlugins ?? [],
};

async function withTerms({ store }: Pick<CallContext, "store">, rows: readonly Values[]): Promise<readonly Values[]> {
  const ids = [...new Set(rows.map(({ policyId }) => String(policyId)))];
  const found = await store.select("managedSystemPolicies", { where: oneOf("id", ids) });
  const policies = new Map(found.map((policy) => [policy.id, policy]));
  const told = (row: Values) =>
    Object.entries(termsOf).map(([name, termOf]) => [name, termOf(policies.get(String(row["policyId"])))]);
  return rows.map((row) => ({ ...row, ...Object.fromEntries(told(row)) }));
}

async function withNames({ store }: Pick<CallContext, "store">, rows: readonly Values[]): Promise<readonly Values[]> {
  const named = await namedAccounts(store, rows as readonly Row<"managedAccounts">[]);
  return rows.map((row, index) => {
    const { name = "", targetSystemKey = "" } = named[index] ?? {};
    return { ...row, name, targetSystemKey };
  });
}

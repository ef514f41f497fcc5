import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { attachConfirmation } from "./attach-confirmation.ts";
import { namedAccounts } from "./named-accounts.ts";

type Values = Readonly<Record<string, unknown>>;

/** Adds to managed accounts what no column of theirs holds, as far as it is wanted: what their policy says, who has them, what they are called. */
export async function attachToManagedAccounts(
  context: Pick<CallContext, "store">,
  rows: readonly Values[],
  wanted: readonly string[],
): Promise<readonly Values[]> {
  const wants = (name: string) => wanted.includes(name);
  let complete = wants("confirmWithoutVerify") ? await attachConfirmation(context, rows) : rows;
  if (wants("checkoutCount")) complete = await withHolders(context, complete);
  if (wants("checkoutLimit")) complete = await withLimit(context, complete);
  return wants("name") || wants("targetSystemKey") ? withNames(context, complete) : complete;
}

async function withHolders({ store }: Pick<CallContext, "store">, rows: readonly Values[]): Promise<readonly Values[]> {
  const keys = rows.map(({ key }) => String(key));
  const where = allOf(oneOf("managedAccountKey", keys), eq("status", "checkedOut"));
  const out = Map.groupBy(await store.select("checkouts", { where }), ({ managedAccountKey }) => managedAccountKey);
  return rows.map((row) => ({ ...row, checkoutCount: out.get(String(row["key"]))?.length ?? 0 }));
}

async function withLimit({ store }: Pick<CallContext, "store">, rows: readonly Values[]): Promise<readonly Values[]> {
  const ids = [...new Set(rows.map(({ policyId }) => String(policyId)))];
  const policies = await store.select("managedSystemPolicies", { where: oneOf("id", ids) });
  const limits = new Map(policies.map(({ id, concurrency }) => [id, concurrency]));
  return rows.map((row) => ({ ...row, checkoutLimit: limits.get(String(row["policyId"])) ?? 0 }));
}

async function withNames({ store }: Pick<CallContext, "store">, rows: readonly Values[]): Promise<readonly Values[]> {
  const named = await namedAccounts(store, rows as readonly Row<"managedAccounts">[]);
  return rows.map((row, index) => {
    const { name = "", targetSystemKey = "" } = named[index] ?? {};
    return { ...row, name, targetSystemKey };
  });
}

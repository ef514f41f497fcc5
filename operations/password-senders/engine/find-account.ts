import { hasCaseExactNames } from "#domain/discovery/compared-name.ts";
import { isNamed, senderNames } from "#domain/password-sync/account-names.ts";
import type { SenderAccountName } from "#domain/password-sync/sender-call.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, sameFolded } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { isKeptByVault } from "../../abilities/unable.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import type { Sender } from "./calling-sender.ts";

/** Finds the account of a sender's target system with all the given names; undefined if there is none, or if there are several. */
export async function findAccount(
  { store }: Pick<ServiceContext, "store">,
  { targetSystemKey }: Pick<Sender, "targetSystemKey">,
  name: SenderAccountName,
): Promise<Row<"accounts"> | undefined> {
  const target = await store.get("targetSystems", targetSystemKey);
  const caseExact = hasCaseExactNames(target?.type ?? "");
  const given = senderNames.filter((column) => name[column] !== undefined);
  const find = async (same: (column: string, text: string) => Expression) => {
    const where = allOf(eq("targetSystemKey", targetSystemKey), ...given.map((one) => same(one, name[one] ?? "")));
    // A database may compare names in another way.
    return (await store.select("accounts", { where })).filter((account) => isNamed(name, account, { caseExact }));
  };
  const exact = await find(eq);
  // The spelling of the account is found by an index, any other one is not.
  const named = caseExact || exact.length > 0 ? exact : await find(sameFolded);
  return named.length === 1 ? named[0] : undefined;
}

/** Returns the managed account whose password the vault keeps; undefined if people choose the password of the account. */
export async function managedOf(
  { store }: Pick<ServiceContext, "store">,
  accountKey: string,
): Promise<Row<"managedAccounts"> | undefined> {
  const managed = await store.select("managedAccounts", { where: { accountKey } });
  return managed.find(isKeptByVault);
}

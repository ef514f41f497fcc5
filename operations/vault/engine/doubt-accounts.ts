import { doubtBy, mayHaveActed } from "#domain/requests/doubted-by.ts";
import { type PasswordDoubt, passwordDoubts } from "#domain/vault/password-doubt.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { askWhatOpens } from "./ask-what-opens.ts";
import { doubtEntries, lockTrees } from "./entries.ts";

/**
 * Records a doubt about passwords of managed accounts, which may differ from those in the vault, in the current transaction. None is given
 * out as certain until the targets are asked, and nothing in the vault is changed or removed. Returns the accounts of which the vault has a
 * password.
 */
export async function doubtAccounts(
  context: CallContext,
  keys: readonly string[],
  doubt: PasswordDoubt,
): Promise<readonly Row<"managedAccounts">[]> {
  const { store, caller } = context;
  const accounts = await doubtEntries(context, await lockTrees(context, keys), doubt);
  await store.auditAll(
    accounts.map(({ key }) => ({
      sessid: caller.sessid,
      operation: "MADB",
      result: "S",
      actor: caller.key ?? caller.id,
      ident: key,
      requestId: caller.requestId,
      message: passwordDoubts[doubt],
    })),
  );
  return accounts;
}

/** Records the doubt after an ended operation of a request that may have changed the password of its account, and has the target asked. */
export async function doubtAfter(context: CallContext, operation: Row<"requestOperations">): Promise<void> {
  const doubt = mayHaveActed(operation) ? doubtBy(operation) : undefined;
  if (doubt === undefined || operation.accountKey === null) return;
  const where = { accountKey: operation.accountKey };
  const managed = await context.store.select("managedAccounts", { where });
  const keys = managed.map(({ key }) => key);
  await askWhatOpens(context, await doubtAccounts(context, keys, doubt));
}

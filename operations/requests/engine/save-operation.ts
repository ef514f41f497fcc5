import { definitionOf } from "#domain/requests/operation-codes.ts";
import { isFinalResult, OperationResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { doubtAfter } from "../../vault/engine/doubt-accounts.ts";
import { noteEvent } from "./note-event.ts";
import { followPasswordChange } from "./password-queue.ts";

type Operation = Row<"requestOperations">;

/**
 * Saves changes of an operation of a request that the current transaction has locked. If they end it, its passwords are deleted and the
 * ledger records the end; the vault records a doubt if the account may have another password now, and the queue of failed password changes
 * follows.
 */
export async function saveOperation(
  context: CallContext,
  { key, requestKey }: Pick<Operation, "key" | "requestKey">,
  changes: Partial<Omit<Operation, "key">>,
): Promise<Operation> {
  const { store } = context;
  const { result = null } = changes;
  if (!isFinalResult(result)) return store.save("requestOperations", { ...changes, key });
  // Only what its target did not answer may be brought later, so nothing else needs its passwords any more.
  const before = result === OperationResult.Unknown ? await store.get("requestOperations", key) : undefined;
  const row = await store.save("requestOperations", { ...changes, key, password: null, currentPassword: null });
  noteEvent(context, requestKey, "result", {
    operation: key,
    result,
    code: row.errorCode,
    account: row.accountKey,
    group: row.groupKey,
    object: row.stableId,
  });
  await doubtAfter(context, row);
  await doubtState(context, row);
  await followPasswordChange(context, row, before ?? row);
  return row;
}

/**
 * Clears the state that an operation may have changed with unknown effect: an earlier send may have succeeded where a later one could not.
 */
async function doubtState({ store }: CallContext, { code, result, sends, accountKey }: Operation): Promise<void> {
  const { state } = definitionOf(code);
  const isDoubtful = result === OperationResult.Unknown || (result === OperationResult.Failed && sends > 1);
  if (state === undefined || accountKey === null || !isDoubtful) return;
  if (await store.get("accounts", accountKey))
    await store.save("accounts", { key: accountKey, [state]: null, discoveredHash: null });
}

import { accessEndPauseMs, accessEndWaitMs } from "#domain/access-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { definitionOf, isOperationCode } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endUnderWay } from "../../kernel/rows/end-under-way.ts";
import { roleGiving } from "../../kernel/rows/role-giving.ts";
import { notice } from "../../notices/engine/notice.ts";
import { queueOperations } from "../../requests/engine/queue-operations.ts";
import type { NewOperation } from "../../requests/engine/save-request.ts";
import { accountOfGrant, givingCode, isBeingGiven } from "./same-access.ts";

type Grant = Row<"grants">;

/**
 * Ends access whose time is over, in the current transaction, which holds all grants of the same access: at once where another grant gives the same, and
 * by an operation at the target system otherwise. Sets the moment at which to look again until it has ended.
 */
export async function endAccess(context: CallContext, grant: Grant, others: readonly Grant[]): Promise<void> {
  const { store, clock } = context;
  const now = clock.now();
  const lookAgain = (pauseMs: number) => store.moments.set({ key: grant.key, kind: "grant", at: now + pauseMs });
  if (others.some(({ until }) => until === null || until > now)) {
    const ended = { endedAt: now, endedBecause: "expired" } as const;
    await store.save("grants", { key: grant.key, ...ended, endProblem: null });
    return;
  }
  const roleKey = await roleGiving(context, grant);
  if (roleKey !== undefined) return keepThroughRole(context, grant, roleKey);
  const underWay = await endUnderWay(context, [grant, ...others]);
  if (underWay !== undefined || (await isBeingGiven(store, grant))) {
    if (underWay !== undefined && underWay.key !== grant.endOperationKey)
      await store.save("grants", { key: grant.key, endOperationKey: underWay.key });
    return lookAgain(accessEndWaitMs);
  }
  const failed = await failedJustNow(context, grant);
  if (failed !== undefined) {
    await store.save("grants", { key: grant.key, endProblem: failed.problem });
    return lookAgain(failed.againAtMs - now);
  }
  await lookAgain(accessEndPauseMs);
  try {
    const operation = await endingOperation(context, grant);
    const queued = await queueOperations(context, { recipientKey: grant.userKey, operations: [operation] });
    await store.save("grants", { key: grant.key, endOperationKey: queued.key, endProblem: null });
    await lookAgain(accessEndWaitMs);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    context.log.warn({ err: error, grantKey: grant.key }, "Access could not be ended; it is tried again.");
    await store.save("grants", { key: grant.key, endProblem: error.message });
  }
}

/** Ends a grant whose access a role of its holder gives too; one more grant says so from now on. */
async function keepThroughRole({ store, ids, clock }: CallContext, grant: Grant, roleKey: string): Promise<void> {
  const now = clock.now();
  const { kind, userKey, targetSystemKey, accountKey, groupKey, accountName, groupName } = grant;
  await store.save("grants", { key: grant.key, endedAt: now, endedBecause: "expired", endProblem: null });
  const same = { kind, userKey, targetSystemKey, accountKey, groupKey, accountName, groupName };
  await store.add("grants", { key: ids.guid(), ...same, because: "role", roleKey, from: now });
}

/** Returns why the operation did not end the access that was to do it, and when it is time for another one; undefined if it is time. */
async function failedJustNow({ store, clock }: CallContext, { endOperationKey }: Grant) {
  const operation = endOperationKey === null ? undefined : await store.get("requestOperations", endOperationKey);
  const againAtMs = (operation?.finishedAt ?? 0) + accessEndPauseMs;
  if (operation === undefined || againAtMs <= clock.now()) return undefined;
  return { againAtMs, problem: operation.errorMessage ?? operation.errorCode ?? `result ${operation.result ?? ""}` };
}

/**
 * Returns the operation that takes the access away.
 * @throws ACCOUNT_UNKNOWN for an ownership whose owner has no account on the target system
 */
async function endingOperation(context: CallContext, grant: Grant): Promise<NewOperation> {
  const { kind, targetSystemKey, groupKey, key } = grant;
  const giving = givingCode(kind);
  const code = giving && definitionOf(giving).undoneBy;
  if (code === undefined || !isOperationCode(code))
    throw new ServiceError("INTERNAL", { detail: `nothing ends a grant of the kind ${kind}` });
  const accountKey = await accountOfGrant(context, grant);
  return { code, targetSystemKey, accountKey, groupKey, endsGrantKey: key };
}

/** Tells the holder of access that its time is over. */
export function tellEnded(context: CallContext, { key, userKey, requestKey }: Grant): void {
  if (userKey !== null) notice(context, "accessEnded", { requestKey, to: [userKey], facts: { grantKey: key } });
}

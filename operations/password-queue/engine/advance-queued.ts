import { ServiceError } from "#domain/errors.ts";
import { passwordTurnPauseMs, queueLookMs } from "#domain/password-queue-limits.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import { nextQueuedTry, type QueueEnd } from "#domain/requests/password-queue.ts";

import { refusedAsManaged } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import {
  endQueued,
  lookAgainAt,
  placeOf,
  queueModeOf,
  type QueuedPassword,
  waitForTry,
} from "../../requests/engine/password-queue.ts";
import { turnOf } from "../../requests/engine/password-turns.ts";
import { queueOperations } from "../../requests/engine/queue-operations.ts";

/**
 * Advances a locked entry of the queue, whose account is locked too: ends it, tries it, or sets the moment at which to look again.
 */
export async function advanceQueued(context: CallContext, entry: QueuedPassword): Promise<void> {
  const { store, clock } = context;
  const end = await endOf(context, entry);
  if (end !== undefined) return endQueued(context, entry, end);
  const now = clock.now();
  if (entry.state === "trying" && (await isUnderWay(context, entry)))
    return store.moments.set({ key: entry.key, kind: "passwordQueue", at: now + queueLookMs });
  if (entry.expiresAt <= now) return endQueued(context, entry, "outOfTime");
  const planned = await withNextTry(context, entry);
  if (planned.nextTryAt === null || planned.nextTryAt > now) return lookAgainAt(context, planned);
  const turn = await turnOf(context, { ...entry, passwordTurn: entry.turn, passwordQueueKey: entry.key });
  if (turn === "superseded") return endQueued(context, entry, "superseded");
  if (turn === "wait")
    return store.moments.set({ key: entry.key, kind: "passwordQueue", at: now + passwordTurnPauseMs });
  await tryQueued(context, planned);
}

/** Returns why an entry has to end whatever its time is; undefined if it does not. */
async function endOf(context: CallContext, entry: QueuedPassword): Promise<QueueEnd | undefined> {
  const { store } = context;
  const { accountKey, targetSystemKey, userKey, code } = entry;
  const account = await store.get("accounts", accountKey);
  const owner = userKey === null ? undefined : await store.get("users", userKey);
  // Whoever chose the password must not give it to the next owner of the account, nor to somebody who may no longer sign in.
  const isLeft = userKey !== null && (owner === undefined || owner.disabled);
  if (account === undefined || account.userKey !== userKey || isLeft) return "gone";
  if ((await refusedAsManaged(context, { code, accountKey, groupKey: null, attributes: {} })) !== undefined)
    return "vault";
  const target = await store.get("targetSystems", targetSystemKey);
  if (target === undefined) return "gone";
  return placeOf(target) === entry.place ? undefined : "moved";
}

async function isUnderWay({ store }: CallContext, { operationKey }: QueuedPassword): Promise<boolean> {
  const operation = await store.get("requestOperations", operationKey);
  return operation !== undefined && !isFinalResult(operation.result);
}

/** Returns an entry with a time of its next try where its target group wants tries by themselves and none is planned. */
async function withNextTry(context: CallContext, entry: QueuedPassword): Promise<QueuedPassword> {
  const { store, clock } = context;
  const { key, nextTryAt, tries, targetSystemKey, state } = entry;
  if (nextTryAt !== null && state === "waiting") return entry;
  const next = nextQueuedTry(await queueModeOf(context, targetSystemKey), tries, clock.now());
  if (next === nextTryAt && state === "waiting") return entry;
  return store.save("passwordQueue", { key, state: "waiting", nextTryAt: next });
}

/** Begins a try of an entry: an operation of a request of its own. One that is refused now counts as a failed try. */
async function tryQueued(context: CallContext, entry: QueuedPassword): Promise<void> {
  const { store, clock } = context;
  const { key, code, accountKey, targetSystemKey, recipientKey, requestKey, mustChange, turn } = entry;
  const { reportedAccountKey } = entry;
  const unsealed = (column: "password" | "currentPassword", text: string) =>
    store.unseal(text, { table: "passwordQueue", key, column });
  try {
    const operation = await queueOperations(context, {
      recipientKey,
      continuedKey: requestKey,
      operations: [
        {
          code,
          accountKey,
          targetSystemKey,
          password: unsealed("password", entry.password),
          ...(entry.currentPassword !== null && {
            currentPassword: unsealed("currentPassword", entry.currentPassword),
          }),
          ...(mustChange && { mustChange }),
          reportedAccountKey,
          tries: { key, turn },
        },
      ],
    });
    const trying = { state: "trying", nextTryAt: null, lastTriedAt: clock.now(), operationKey: operation.key } as const;
    await lookAgainAt(context, await store.save("passwordQueue", { key, ...trying }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    context.log.warn({ err: error, queueKey: key }, "A queued password change could not be tried; it is tried again.");
    await waitForTry(context, { ...entry, errorCode: error.code, errorMessage: error.message });
  }
}

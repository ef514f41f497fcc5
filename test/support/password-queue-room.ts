import { Secret } from "#connectors/contract/index.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { PasswordQueueMode } from "#domain/requests/password-queue.ts";
import { resetPassword } from "#operations/accounts/account-passwords.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { handleQueueMoment } from "#operations/password-queue/handle-queue-moment.ts";
import type { QueuedOperation } from "#operations/requests/engine/queue-operations.ts";
import type { Row } from "#store/tables.ts";

import { type AccountRoom, callsIn, openAccountRoom } from "./account-room.ts";

type Answer = Omit<Outcome, "operationKey" | "sends">;

/** Answer of a proxy whose target system cannot be reached. */
export const unreachable: Answer = {
  result: "F",
  code: "unreachable",
  message: "connect ECONNREFUSED 192.0.2.1:636",
};
/** Answer of a target system that has done what was asked. */
export const done: Answer = { result: "S" };

/** Opens a room of accounts whose target group tries queued password changes by itself. */
export async function openQueueRoom(): Promise<AccountRoom> {
  const room = await openAccountRoom();
  await queueCallsIn(() => room).setMode("automatic");
  return room;
}

/** Returns what tests of the queue of failed password changes do in a room, as the superuser dan. */
export function queueCallsIn(roomOf: () => AccountRoom) {
  const { call, carryOut } = callsIn(roomOf);
  const root = () => ({ ...roomOf().as("dan"), superuser: true });
  const entries = () => roomOf().store.select("passwordQueue");

  async function entryOf(accountKey = "mine"): Promise<Row<"passwordQueue">> {
    const found = (await entries()).find((entry) => entry.accountKey === accountKey);
    if (!found) throw new Error(`nothing is queued of ${accountKey}`);
    return found;
  }

  async function operation(key: string): Promise<QueuedOperation> {
    const found = await roomOf().store.get("requestOperations", key);
    if (!found) throw new Error(`no operation ${key}`);
    return found as QueuedOperation;
  }

  /** Handles the moments of the queue that have come. */
  async function handleDue(): Promise<void> {
    const { store, context } = roomOf();
    for (const { key } of await store.moments.lease(10, "passwordQueue"))
      await invoke(handleQueueMoment, context, engineCaller("idwfm", key), { key });
  }

  /** Continues the request of an operation, whose proxy has ended its work on it. */
  async function endWork(operationKey: string): Promise<void> {
    const { requestKey: key } = await operation(operationKey);
    await roomOf().step({ key }, { ended: [{ operationKeys: [operationKey], failure: null }] });
  }

  /** Fetches an operation as its proxy and answers it; returns the password that came with it, "" if none came. */
  async function sent(operationKey: string, outcome: Answer): Promise<string> {
    const [order] = await roomOf().proxy.orders([operationKey]);
    if (order === undefined) return "";
    await roomOf().proxy.outcomes([{ ...outcome, operationKey, sends: order.sends }]);
    return order.password?.use((text) => text) ?? "";
  }

  return {
    call,
    carryOut,
    root,
    entries,
    entryOf,
    operation,
    handleDue,
    endWork,
    sent,
    reset: (password: string, key = "mine", as = root()) =>
      call(resetPassword, { key, password: new Secret(password) }, as),
    setMode: (passwordQueueMode: PasswordQueueMode) =>
      roomOf().store.transaction(() => roomOf().store.save("targetGroups", { id: "DEFAULT", passwordQueueMode })),
    /** Lets time pass, and handles what is due of the queue then. */
    async after(ms: number): Promise<void> {
      roomOf().clock.advance(ms);
      await handleDue();
    },
    /** Hands the try of the only entry to its proxy; returns the key of its operation. */
    async handOutTry(): Promise<string> {
      const { operationKey } = await entryOf();
      await roomOf().step({ key: (await operation(operationKey)).requestKey });
      return operationKey;
    },
    /** Answers the try of the only entry that is under way; returns the password that its proxy got. */
    async answerTry(outcome: Answer): Promise<string> {
      const { operationKey } = await entryOf();
      await roomOf().step({ key: (await operation(operationKey)).requestKey });
      const password = await sent(operationKey, outcome);
      await endWork(operationKey);
      return password;
    },
    async audits(): Promise<readonly string[]> {
      const rows = await roomOf().store.select("sesslog_full", { orderBy: [["seq", "asc"]] });
      return rows
        .filter(({ operation: code }) => code.startsWith("PWQ"))
        .map(({ operation: code, result, message }) => `${code} ${result} ${message}`);
    },
    async noticesOf(id: string): Promise<readonly string[]> {
      const told = await roomOf().store.select("notices", { where: { userKey: roomOf().keyOf(id) } });
      return told.map(({ kind, facts }) => [kind, facts["because"]].filter(Boolean).join(" "));
    },
    /** Returns every sealed password of operations and of the queue. */
    async sealedTexts(): Promise<readonly string[]> {
      const rows = [...(await roomOf().store.select("requestOperations")), ...(await entries())];
      return rows.flatMap(({ password, currentPassword }) =>
        [password, currentPassword].filter((text) => text !== null),
      );
    },
  };
}

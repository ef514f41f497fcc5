import { Secret } from "#connectors/contract/index.ts";
import type { Caller } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { QueuedOperation } from "#operations/requests/engine/queue-operations.ts";

import { openRequestRoom, type RequestRoom } from "./request-room.ts";

/** A room of requests with accounts on T1 and the group `staff`. ada owns `mine` and `more`, `free` has no owner; dan is a superuser. */
export type AccountRoom = RequestRoom;

/** A password that every policy accepts. */
export const newPassword = new Secret("A new passw0rt here");

const names = { longId: "ada", shortId: "ada", displayId: "ada" };
const capabilities = ["create", "delete", "disable", "enable", "get", "update", "unlock", "resetPassword"];

/** Opens a room of requests with these accounts. */
export async function openAccountRoom(): Promise<AccountRoom> {
  const room = await openRequestRoom({
    capabilities: [...capabilities, "changePassword", "verify"],
    targets: { T1: [{ authorizers: ["bob"] }] },
  });
  await room.store.transaction(async () => {
    const account = { targetSystemKey: "T1", ...names };
    await room.store.save("users", { key: room.keyOf("dan"), superuser: true });
    await room.store.save("accounts", { ...account, key: "mine", stableId: "1", userKey: room.keyOf("ada") });
    await room.store.save("accounts", { ...account, key: "more", stableId: "2", userKey: room.keyOf("ada") });
    await room.store.save("accounts", { ...account, key: "free", stableId: "3" });
    await room.store.save("groups", { ...account, key: "staff", stableId: "g" });
  });
  return room;
}

/** Returns the calls of a room: `call` queues a write as dan or as another caller, `carryOut` completes it. */
export function callsIn(roomOf: () => AccountRoom): {
  call<I, O extends QueuedOperation | undefined, P>(
    operation: Operation<I, O, P>,
    input: unknown,
    as?: Caller,
  ): Promise<QueuedOperation>;
  /** Hands an operation to the proxy, answers for it and continues its request. */
  carryOut(queued: QueuedOperation, outcome: Parameters<RequestRoom["answer"]>[1]): Promise<void>;
} {
  return {
    async call(operation, input, as) {
      const room = roomOf();
      const queued = await invoke(operation, room.context, as ?? { ...room.as("dan"), superuser: true }, input);
      if (!queued) throw new Error("nothing was queued");
      return queued;
    },
    async carryOut(queued, outcome) {
      const room = roomOf();
      const request = { key: queued.requestKey };
      await room.step(request);
      await room.answer(queued.key, outcome);
      await room.step(request, { ended: [{ operationKeys: [queued.key], failure: null }] });
    },
  };
}

/** Returns the code and the target of a refusal, or "taken" if the call succeeds. */
export const refusal = (pending: Promise<unknown>): Promise<string> =>
  pending.then(
    () => "taken",
    ({ code, target }: { code: string; target?: string }) => `${code} ${target ?? ""}`.trim(),
  );

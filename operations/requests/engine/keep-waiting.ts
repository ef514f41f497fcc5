import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";

type Authorizer = Pick<Row<"requestAuthorizers">, "key" | "userKey" | "waits">;

/** Stand-in phase in the row of a requester to whom a request was sent back: no phase asks them. */
export const noPhase = "";

/** Stores in the rows of a phase's authorizers for which of them it waits. */
export async function keepWaiting(
  { store }: Pick<ServiceContext, "store">,
  authorizers: readonly Authorizer[],
  waitedFor: readonly string[],
): Promise<void> {
  for (const { key, userKey, waits } of authorizers) {
    const isWaitedFor = waitedFor.includes(userKey);
    if (waits !== isWaitedFor) await store.save("requestAuthorizers", { key, waits: isWaitedFor });
  }
}

/** Removes the marks that a request waits for someone: it has ended, or goes to someone else. */
export async function waitForNobody({ store }: Pick<ServiceContext, "store">, requestKey: string): Promise<void> {
  const waiting = await store.select("requestAuthorizers", { where: { requestKey, waits: true } });
  const isAuthorizer = ({ requestPhaseKey }: Row<"requestAuthorizers">) => requestPhaseKey !== noPhase;
  await keepWaiting({ store }, waiting.filter(isAuthorizer), []);
  for (const { key } of waiting.filter((one) => !isAuthorizer(one))) await store.remove("requestAuthorizers", key);
}

/** Marks a request as waiting only for its requester, to whom it was sent back now. */
export async function waitForRequester(
  { store, ids, clock }: Pick<CallContext, "store" | "ids" | "clock">,
  { key: requestKey, requesterKey: userKey }: Pick<Row<"reqbatch">, "key" | "requesterKey">,
): Promise<void> {
  await waitForNobody({ store }, requestKey);
  const asked = { requestKey, requestPhaseKey: noPhase, userKey, askedAt: clock.now(), waits: true };
  await store.add("requestAuthorizers", { key: ids.guid(), ...asked });
}

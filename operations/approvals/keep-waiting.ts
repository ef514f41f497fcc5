import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../kernel/context.ts";

type Authorizer = Pick<Row<"requestAuthorizers">, "key" | "userKey" | "waits">;

/** Stand-in phase in the row of a requester to whom a subject was sent back: no phase asks them. */
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

/** Removes the marks that a subject waits for someone: it has ended, or goes to someone else. */
export async function waitForNobody({ store }: Pick<ServiceContext, "store">, subjectKey: string): Promise<void> {
  const waiting = await store.select("requestAuthorizers", { where: { requestKey: subjectKey, waits: true } });
  const isAuthorizer = ({ requestPhaseKey }: Row<"requestAuthorizers">) => requestPhaseKey !== noPhase;
  await keepWaiting({ store }, waiting.filter(isAuthorizer), []);
  for (const { key } of waiting.filter((one) => !isAuthorizer(one))) await store.remove("requestAuthorizers", key);
}

/** Marks a subject as waiting only for its requester, to whom it was sent back now. */
export async function waitForRequester(
  { store, ids, clock }: Pick<CallContext, "store" | "ids" | "clock">,
  { key: subjectKey, requesterKey: userKey }: { readonly key: string; readonly requesterKey: string },
): Promise<void> {
  await waitForNobody({ store }, subjectKey);
  const asked = { requestKey: subjectKey, requestPhaseKey: noPhase, userKey, askedAt: clock.now(), waits: true };
  await store.add("requestAuthorizers", { key: ids.guid(), ...asked });
}

import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";

type Authorizer = Pick<Row<"requestAuthorizers">, "key" | "userKey" | "waits">;

/** Keeps in the rows of those who may decide a phase for whom of them it waits. */
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

/** Keeps that a request waits for none of those who may decide it: it has ended, or was sent back. */
export async function waitForNobody({ store }: Pick<ServiceContext, "store">, requestKey: string): Promise<void> {
  await keepWaiting({ store }, await store.select("requestAuthorizers", { where: { requestKey, waits: true } }), []);
}

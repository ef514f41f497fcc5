import { momentWaitMsMax } from "#domain/engine-limits.ts";
import type { RequestMoment } from "#domain/requests/request-moments.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Schedules the next check of a request with future moments, in the current transaction. */
export async function scheduleNext(
  { store, clock }: CallContext,
  { key }: Row<"reqbatch">,
  [next]: readonly RequestMoment[],
): Promise<void> {
  if (next === undefined) return;
  const kind = next.kind === "authorizers" || next.kind === "implementers" ? next.kind : "request";
  await store.moments.set({ key, kind, at: Math.min(next.at, clock.now() + momentWaitMsMax) });
}

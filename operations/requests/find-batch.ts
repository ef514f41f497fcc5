import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext } from "../context.ts";

/**
 * The key of the request that a caller names as the batch of a call, by key or number, open or not.
 * @throws BATCH_UNKNOWN
 */
export async function findBatch({ store }: ServiceContext, batch: string | undefined): Promise<string | null> {
  if (batch === undefined) return null;
  const known =
    (await store.get("reqbatch", batch)) ?? (await store.select("reqbatch", { where: { number: batch }, limit: 1 }))[0];
  if (!known) throw new ServiceError("BATCH_UNKNOWN", { target: "X-BATCH-ID" });
  return known.key;
}

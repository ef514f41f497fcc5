import type { DiscoveryState } from "#domain/discovery/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { leftOutNamesMax } from "#domain/report-limits.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Row of a discovery. */
export type Discovery = Row<"requestOperations"> & {
  readonly discovery: DiscoveryState;
  readonly targetSystemKey: string;
};

/**
 * Returns the discovery of a key, locked until the transaction ends.
 * @throws NOT_FOUND
 */
export async function lockedDiscovery({ store }: Pick<CallContext, "store">, key: string): Promise<Discovery> {
  const row = await store.lock("requestOperations", key);
  if (!row || !isDiscovery(row)) throw new ServiceError("NOT_FOUND", { target: `operations(${key})` });
  return row;
}

/** Reports whether an operation is a discovery. */
function isDiscovery(row: Row<"requestOperations">): row is Discovery {
  return definitionOf(row.code).family === "discovery" && row.discovery !== null;
}

/** Changes the state of a discovery. */
export async function saveDiscovery(
  { store }: Pick<CallContext, "store">,
  { key, discovery }: Discovery,
  changes: Partial<DiscoveryState>,
): Promise<Discovery> {
  const row = await store.save("requestOperations", { key, discovery: { ...discovery, ...changes } });
  return row as Discovery;
}

/** Returns the words about all left-out items of a listing so far, each once, and at most the first few. */
export function withLeftOut({ discovery }: Discovery, words: readonly string[]): readonly string[] {
  return [...new Set([...(discovery.leftOut ?? []), ...words])].slice(0, leftOutNamesMax);
}

import { auditOperations, isAuditCode } from "#domain/audit/audit-operations.ts";
import { requestedWords } from "#domain/audit/requested-words.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { ServiceContext } from "./context.ts";

type Store = Pick<ServiceContext["store"], "select">;

/**
 * Returns the content of a request, in the words of the audit; if places are given, only of those operations. Null if the request does not
 * exist.
 */
export async function requestedOf(
  store: Store,
  requestKey: string,
  places: readonly number[] | null = null,
): Promise<string | null> {
  const rows = await store.select("requestOperations", { where: { requestKey } });
  return requestedWords(places === null ? rows : rows.filter(({ sequence }) => places.includes(sequence)));
}

/** Adds to a row of the audit that is about a request what this asks for, with the names of its submission. */
export async function tellRequested(
  store: Store,
  row: AuditRow,
  places: readonly number[] | null = null,
): Promise<AuditRow> {
  const { operation, batchId = null } = row;
  if (batchId === null || !isAuditCode(operation) || auditOperations[operation]?.ofRequest !== true) return row;
  return { ...row, requested: await requestedOf(store, batchId, places) };
}

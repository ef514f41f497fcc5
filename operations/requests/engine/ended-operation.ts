import { isFinalResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

type Operation = Row<"requestOperations">;

/** The same changes; where they end the operation, its passwords go with them. */
export function withoutSecrets<C extends Partial<Operation>>(changes: C): C & Partial<Operation> {
  if (changes.result === undefined || !isFinalResult(changes.result)) return changes;
  return { ...changes, password: null, currentPassword: null };
}

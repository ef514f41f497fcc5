import { definitionOf, isOperationCode, type OperationCode } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import type { AcceptedOperation, Performer } from "../../kernel/performer.ts";

/** Returns the performer of the operations of a code. */
export function performerOf(
  { tables }: Pick<CallContext, "tables">,
  code: OperationCode,
): Promise<Performer<CallContext>> {
  return tables.performerOf(definitionOf(code).family);
}

interface Performed<T> {
  readonly performer: Performer<CallContext>;
  readonly operations: readonly T[];
}

/** Returns operations by their performers, each with its own in their order. */
export function byPerformer<T extends { readonly code: OperationCode }>(
  { tables }: Pick<CallContext, "tables">,
  operations: readonly T[],
): Promise<readonly Performed<T>[]> {
  const families = Map.groupBy(operations, ({ code }) => definitionOf(code).family);
  return Promise.all(
    [...families].map(async ([family, own]) => ({ performer: await tables.performerOf(family), operations: own })),
  );
}

/**
 * Refuses a request whose recipient may not have what its operations ask for, before anything else is said of it.
 * @throws what their performers say
 */
export async function checkByPerformers(
  context: CallContext,
  recipientKey: string,
  operations: readonly RequestedOperation[],
): Promise<void> {
  const known = operations.flatMap(({ code, accountKey, groupKey }, index) =>
    isOperationCode(code) ? [{ code, accountKey, groupKey, sequence: index + 1 }] : [],
  );
  for (const { performer, operations: own } of await byPerformer(context, known))
    await performer.check?.(context, recipientKey, own);
}

/** Writes what belongs to the operations of a request that was accepted beside its own rows. */
export async function acceptByPerformers(
  context: CallContext,
  request: Row<"reqbatch">,
  operations: readonly AcceptedOperation[],
): Promise<void> {
  for (const { performer, operations: own } of await byPerformer(context, operations))
    await performer.accepted?.(context, request, own);
}

/** Ends what belongs to the operations of a request that has ended without being carried out. */
export async function withdrawByPerformers(
  context: CallContext,
  requestKey: string,
  {
    operations,
    status,
  }: { readonly operations: readonly Row<"requestOperations">[]; readonly status: "withdrawn" | "denied" },
): Promise<void> {
  for (const { performer } of await byPerformer(context, operations))
    await performer.withdrawn?.(context, requestKey, status);
}

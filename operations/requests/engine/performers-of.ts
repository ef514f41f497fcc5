import { ServiceError } from "#domain/errors.ts";
import { definitionOf, isOperationCode, type OperationCode } from "#domain/requests/operation-codes.ts";
import { canonicalJson } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
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
  const known = operations.flatMap(({ code, ...operation }, index) =>
    isOperationCode(code) ? [{ ...operation, code, sequence: index + 1 }] : [],
  );
  for (const { performer, operations: own } of await byPerformer(context, known))
    await performer.check?.(context, recipientKey, own);
}

/**
 * Returns the operations of a request, each followed by those that its performer adds, such as what a role gives.
 * @throws what their performers say
 */
export async function expandByPerformers(
  context: CallContext,
  recipientKey: string,
  operations: readonly RequestedOperation[],
): Promise<readonly RequestedOperation[]> {
  const expanded: RequestedOperation[] = [];
  for (const operation of operations) {
    expanded.push(operation);
    const { code } = operation;
    if (!isOperationCode(code)) continue;
    const performer = await performerOf(context, code);
    expanded.push(...((await performer.expanded?.(context, recipientKey, { ...operation, code })) ?? []));
  }
  return expanded;
}

/** Request whose operations through roles are checked. */
interface ExpandedRequest {
  readonly recipientKey: string;
  readonly operations: readonly RequestedOperation[];
  /** Phases that decide instead of those of what is requested, if the service itself submits it. */
  readonly decidedBy?: unknown;
}

/**
 * Refuses operations through a role that do not follow from the membership in it that the same request asks for: the phases of the role
 * decide about what it gives, and about nothing else.
 * @throws OPERATION_FIELD_UNFIT, ROLE_CHANGED
 */
export async function requireExpanded(
  context: CallContext,
  { recipientKey, operations, decidedBy }: ExpandedRequest,
): Promise<void> {
  // What the service has decided itself may give a part of a role.
  if (decidedBy !== undefined) return;
  const isPart = ({ code, roleKey = null }: RequestedOperation) =>
    roleKey !== null && isOperationCode(code) && definitionOf(code).about === undefined;
  const parts = operations.flatMap((operation, index) => (isPart(operation) ? [{ operation, index }] : []));
  if (parts.length === 0) return;
  const wanted = await expandByPerformers(
    context,
    recipientKey,
    operations.filter((operation) => !isPart(operation)),
  );
  const allowed = Map.groupBy(wanted.filter(isPart).map(partName), (name) => name);
  for (const { operation, index } of parts) {
    // Each once: a second account with another name is nothing that the role gives.
    if (allowed.get(partName(operation))?.pop() !== undefined) continue;
    const isAsked = operations.some((other) => !isPart(other) && other.roleKey === operation.roleKey);
    if (isAsked) throw new ServiceError("ROLE_CHANGED", { target: `operations/${index}` });
    const message = `${operation.code} takes no roleKey: what a role gives follows from ROLA. Leave it out.`;
    throw new ServiceError("OPERATION_FIELD_UNFIT", { target: `operations/${index}/roleKey`, message });
  }
}

const partName = ({ code, targetSystemKey, groupKey, accountKey, roleKey, attributes }: RequestedOperation) => {
  // A plug-in may have given the name of a new account another case.
  const { [nameAttribute]: _name, ...others } = attributes ?? {};
  return canonicalJson([code, targetSystemKey ?? null, groupKey ?? null, accountKey ?? null, roleKey ?? null, others]);
};

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

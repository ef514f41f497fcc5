import { LRUCache } from "lru-cache";

import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "./context.ts";
import { type OperationConstraint, operationTypes } from "./operation-types.ts";

const identifiersKept = 10_000;
// An accepted call never changes, so each identifier is read once per process.
const known = new WeakMap<ServiceContext["store"], LRUCache<string, Row<"operationIdentifiers">>>();

/** Returns the constraint of a type; undefined if the table has none. */
function constraintOf(operationType: string): OperationConstraint | undefined {
  return Object.hasOwn(operationTypes, operationType)
    ? operationTypes[operationType as keyof typeof operationTypes]
    : undefined;
}

/**
 * Refuses to identify a call whose token or session was revoked after authentication. This runs inside the transaction that accepts the
 * call, so an identifier proves that the token was valid at acceptance (specification 5.7).
 * @throws TOKEN_INVALID, SESSION_INVALID, OPERATION_TYPE_UNKNOWN
 */
export async function requireValidToken({ store, caller }: CallContext, operationType: string): Promise<void> {
  const constraint = constraintOf(operationType);
  if (constraint === undefined) throw new ServiceError("OPERATION_TYPE_UNKNOWN", { detail: operationType });
  if (!constraint.tokenValidWhenAccepted || caller.jti === undefined) return;
  const revoked = await store.count("revokedTokens", oneOf("jti", [caller.jti, caller.sessid]));
  if (revoked === 0) return;
  const code = caller.jti === caller.sessid ? "SESSION_INVALID" : "TOKEN_INVALID";
  throw new ServiceError(code, { detail: "revoked while the call was under way" });
}

/**
 * Reports whether later steps of a call may continue: its identifier exists, and its type is still in the table of constraints. The present
 * state of the token does not matter. Work that the engine began itself has no identifier and continues.
 */
export async function mayContinue(
  { store }: Pick<ServiceContext, "store">,
  operationId: string | null,
): Promise<boolean> {
  if (operationId === null) return true;
  const accepted = await identifierOf(store, operationId);
  return accepted !== undefined && constraintOf(accepted.operationType) !== undefined;
}

/**
 * Throws OPERATION_TYPE_UNKNOWN unless a later step may continue.
 * @throws OPERATION_TYPE_UNKNOWN
 */
export async function requireAccepted(
  context: Pick<ServiceContext, "store">,
  operationId: string | null,
): Promise<void> {
  if (await mayContinue(context, operationId)) return;
  throw new ServiceError("OPERATION_TYPE_UNKNOWN", { detail: `operation identifier ${operationId}` });
}

async function identifierOf(
  store: ServiceContext["store"],
  operationId: string,
): Promise<Row<"operationIdentifiers"> | undefined> {
  let cache = known.get(store);
  if (cache === undefined) known.set(store, (cache = new LRUCache({ max: identifiersKept })));
  const kept = cache.get(operationId);
  if (kept !== undefined) return kept;
  const row = await store.get("operationIdentifiers", operationId);
  if (row !== undefined) cache.set(operationId, row);
  return row;
}

import { z } from "zod";

import type { ConnectorVersions } from "#domain/connector-version.ts";
import { ServiceError } from "#domain/errors.ts";
import { chunkOperationsMax, connectorCallMs, otherVersionPauseMs } from "#domain/limits.ts";
import { isOperationCode } from "#domain/operation-codes.ts";
import { isFulfilled, OperationResult } from "#domain/operation-result.ts";
import type { Order } from "#domain/order.ts";
import { connectorNameMaxCharacters, operationKeyMaxCharacters } from "#domain/report-limits.ts";
import { RequestStatus } from "#domain/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { mayGoOn } from "../operation-identifiers.ts";
import { recordOutcome } from "../requests/record-outcome.ts";
import { isAssigned } from "./assignment.ts";
import { lockBatch, versionToUse } from "./batch-version.ts";
import { type EnrolledProxy, enrolledProxy } from "./enrolled-proxy.ts";
import { orderSubject } from "./order-objects.ts";
import { orderCredentials } from "./order-secrets.ts";
import { sealOrders } from "./seal-orders.ts";

/**
 * Hands the orders of a chunk to the proxy that performs them, sealed to its key. Only operations that are open and in
 * this proxy's hands are handed out; closed ones are left out, a single foreign one refuses the whole call. Every
 * hand-out raises the number of sends before the proxy can act, and is audited. A batch that has begun with another version of
 * the connector than the caller's waits for that version.
 * @throws FORBIDDEN, PROXY_SIGNATURE_INVALID
 */
export const handOutOrders = defineOperation({
  name: "proxies.handOutOrders",
  operationType: "PROXY_ORDERS",
  input: z.strictObject({
    operationKeys: z.array(z.string().min(1).max(operationKeyMaxCharacters)).min(1).max(chunkOperationsMax),
    /** The connectors of the process that asks, by id; one of an earlier version does not say. */
    connectorVersions: z
      .record(z.string().min(1).max(connectorNameMaxCharacters), z.string().min(1).max(connectorNameMaxCharacters))
      .exactOptional(),
  }),
  policies: [],
  callers: ["proxy"],
  audit: {
    operation: "PXHO",
    when: "refusalOnly",
    describe: ({ operationKeys }) => ({ message: operationKeys.join(" ") }),
  },
  async run(context, { operationKeys, connectorVersions }): Promise<{ jwe: string; operations: number }> {
    const proxy = await enrolledProxy(context);
    const orders: Order[] = [];
    for (const key of new Set(operationKeys)) {
      const order = await handOut(context, proxy, { operationKey: key, connectorVersions });
      if (order) orders.push(order);
    }
    return { jwe: await sealOrders(orders, proxy.sealingKey), operations: orders.length };
  },
});

interface AskedOrder {
  readonly operationKey: string;
  readonly connectorVersions: ConnectorVersions | undefined;
}

async function handOut(
  context: CallContext,
  proxy: EnrolledProxy,
  { operationKey, connectorVersions }: AskedOrder,
): Promise<Order | undefined> {
  const { store, caller, clock } = context;
  await lockBatch(store, operationKey);
  const operation = await store.lock("requestOperations", operationKey);
  const target = operation && (await store.get("targetSystems", operation.targetSystemKey));
  // An operation that does not exist is refused like a foreign one, so that nobody learns which keys exist.
  if (!target || operation.proxyServer !== caller.id || !isAssigned(target, caller.id)) {
    throw new ServiceError("FORBIDDEN", { message: "An operation of this call is not assigned to this proxy." });
  }
  const request = await store.get("reqbatch", operation.requestKey);
  if (!request || !(await isOpen(context, operation, request))) return undefined;
  // The request's own step ends what may not go on.
  if (!(await mayGoOn(context, request.operationId))) return undefined;
  const used = await versionToUse(context, proxy, { operation, target, connectorVersions });
  if (used === undefined) {
    await store.save("requestOperations", { key: operationKey, nextTryAt: clock.now() + otherVersionPauseMs });
    return undefined;
  }
  const sends = operation.sends + 1;
  const now = clock.now();
  await store.save("requestOperations", {
    key: operationKey,
    sends,
    sentAt: now,
    handOuts: 0,
    connectorVersion: used.version,
    // What an earlier try left behind must not pass for the outcome of this one.
    errorCode: null,
    errorMessage: null,
    errorTargetCode: null,
    outcomeSignature: null,
  });
  const order = await orderOrFailure(context, { operation, request, target, sends, deadlineMs: now + connectorCallMs });
  if (!order) return undefined;
  await store.audit({
    sessid: caller.sessid,
    operation: "PXHO",
    result: "S",
    actor: caller.id,
    recipient: request.recipientKey,
    ident: operationKey,
    targetSystem: target.id,
    account: order.object.name || null,
    batchId: request.batchId ?? request.key,
    requestId: request.requestId,
    message: `send ${sends}`,
  });
  return order;
}

async function isOpen(
  { store }: CallContext,
  operation: Row<"requestOperations">,
  request: Row<"reqbatch">,
): Promise<boolean> {
  if (request.status !== RequestStatus.Performing || !isOperationCode(operation.code)) return false;
  if (operation.result !== OperationResult.Pending || operation.nextTryAt !== null) return false;
  for (const key of operation.dependsOn) {
    const before = await store.get("requestOperations", key);
    if (!before || !isFulfilled(before.result)) return false;
  }
  return true;
}

interface OrderParts {
  readonly operation: Row<"requestOperations">;
  readonly request: Row<"reqbatch">;
  readonly target: Row<"targetSystems">;
  readonly sends: number;
  readonly deadlineMs: number;
}

// Whatever the operation was about may be gone by now; that ends this operation, not the whole chunk.
async function orderOrFailure(context: CallContext, parts: OrderParts): Promise<Order | undefined> {
  try {
    return await makeOrder(context, parts);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "CONFLICT") throw error;
    const { sends } = parts;
    const operationKey = parts.operation.key;
    const outcome = { operationKey, sends, result: "F", code: "notFound", message: error.message } as const;
    await recordOutcome(context, { operationKey, sends, proxyId: context.caller.id, outcome, signature: "" });
    return undefined;
  }
}

async function makeOrder(
  { store }: CallContext,
  { operation, request, target, sends, deadlineMs }: OrderParts,
): Promise<Order> {
  const recipient = await store.get("users", request.recipientKey);
  return {
    operationKey: operation.key,
    requestId: request.requestId,
    sends,
    code: operation.code,
    connector: target.type,
    targetSystem: target.id,
    address: target.address,
    credentials: await orderCredentials(store, target.id),
    ...(await orderSubject(store, operation, recipient?.id ?? "")),
    ...passwordsOf(store, operation),
    ...(operation.mustChange === true && { mustChange: true as const }),
    deadlineMs,
  };
}

function passwordsOf(
  store: CallContext["store"],
  { key, password, currentPassword }: Row<"requestOperations">,
): Pick<Order, "password" | "currentPassword"> {
  const at = (column: string) => ({ table: "requestOperations", key, column });
  return {
    ...(password !== null && { password: store.unseal(password, at("password")) }),
    ...(currentPassword !== null && { currentPassword: store.unseal(currentPassword, at("currentPassword")) }),
  };
}

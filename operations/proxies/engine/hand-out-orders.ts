import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { passwordCheckSource } from "#domain/identity/password-check.ts";
import { chunkOperationsMax, connectorCallMs } from "#domain/limits.ts";
import type { ConnectorVersions } from "#domain/proxies/connector-version.ts";
import { connectorNameMaxCharacters, operationKeyMaxCharacters } from "#domain/report-limits.ts";
import { sourcedKey } from "#domain/requests/order-source.ts";
import type { Order, OrderCredential, Outcome } from "#domain/requests/order.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import type { Row } from "#store/tables.ts";

import { type ConnectedTarget, isAssigned, isConnected } from "../../abilities/assignment.ts";
import type { CallContext } from "../../kernel/context.ts";
import { defineOperation } from "../../kernel/define-operation.ts";
import type { CredentialSource } from "./credential-source.ts";
import { type EnrolledProxy, enrolledProxy } from "./enrolled-proxy.ts";
import { orderCredentials } from "./order-credentials.ts";
import type { LockedOperation, OrderSource, PreparedOrder, PreparedOrders } from "./order-source.ts";
import { ownHandWords, ownLogins } from "./own-hand.ts";
import { sealOrders } from "./seal-orders.ts";
import { type OrderSources, type SourceKeys, sourcesOf } from "./sources-of.ts";

const connectorName = z.string().min(1).max(connectorNameMaxCharacters);

/** Makes the operation with which a proxy fetches the orders of a chunk, from these sources and with credentials from these storages. */
export function handOutFrom(orders: OrderSources, credentials: readonly CredentialSource[]) {
  return defineOperation({
    name: "proxies.handOutOrders",
    input: z.strictObject({
      operationKeys: z.array(z.string().min(1).max(operationKeyMaxCharacters)).min(1).max(chunkOperationsMax),
      /** Connector versions of the calling process, by ID; one of an earlier version does not send them. */
      connectorVersions: z.record(connectorName, connectorName).exactOptional(),
    }),
    callers: ["proxy"],
    audit: {
      operation: "PXHO",
      when: "refusalOnly",
      describe: ({ operationKeys }) => ({ message: operationKeys.join(" ") }),
    },
    async prepare(context, { operationKeys }): Promise<PreparedOrders> {
      await requireWork(context, operationKeys);
      const prepared = new Map<string, PreparedOrder>();
      for (const { source, operationKeys: keys } of sourcesOf(orders, operationKeys) ?? [])
        for (const [key, one] of (await source.prepare?.(context, [...keys.keys()])) ?? []) prepared.set(key, one);
      return prepared;
    },
    async run(context, { operationKeys, connectorVersions }, prepared): Promise<{ jwe: string; operations: number }> {
      const proxy = await enrolledProxy(context);
      const known = { credentials, connectorVersions, prepared };
      const chunk: ChunkCall = { context, proxy, ...known, targets: new Map(), audit: [] };
      const found = sourcesOf(orders, operationKeys);
      if (found === undefined) throw notAssigned();
      const made: Order[] = [];
      for (const part of found) made.push(...(await ordersOf(chunk, part)));
      await context.store.auditAll(chunk.audit);
      return { jwe: await sealOrders(made, proxy.sealingKey), operations: made.length };
    },
  });
}

/**
 * Refuses orders while another node may have taken the work of this one over. The check of a password changes nothing, and somebody waits
 * for it.
 * @throws NODE_STANDS_BY
 */
async function requireWork({ nodes }: CallContext, operationKeys: readonly string[]): Promise<void> {
  if (operationKeys.every((key) => sourcedKey(key).source === passwordCheckSource)) return;
  const reason = await nodes.standsBy();
  if (reason !== undefined)
    throw new ServiceError("NODE_STANDS_BY", { message: `This node hands out no work: ${reason}.` });
}

/** State shared by the orders of one call. */
interface ChunkCall {
  readonly context: CallContext;
  readonly proxy: EnrolledProxy;
  readonly credentials: readonly CredentialSource[];
  readonly connectorVersions: ConnectorVersions | undefined;
  readonly prepared: PreparedOrders;
  readonly targets: Map<string, OrderedTarget>;
  /** Audit rows, one for each order, written when all are made. */
  readonly audit: AuditRow[];
}

/** A target system of the chunk, with its credentials. */
interface OrderedTarget {
  readonly target: ConnectedTarget;
  logins?: Promise<Logins>;
  /** Credentials of the service on the same server; read for the first order that could harm one. */
  own?: ReturnType<typeof ownLogins>;
}

type Failure = Pick<Outcome, "code" | "message">;
type Logins = { readonly credentials: readonly OrderCredential[] } | { readonly failure: Failure };

async function ordersOf(chunk: ChunkCall, { source, operationKeys }: SourceKeys): Promise<Order[]> {
  const locked = await source.lock(chunk.context, [...operationKeys.keys()]);
  // A missing operation is refused like a foreign one, so that no one learns which keys exist.
  if (locked.length < operationKeys.size) throw notAssigned();
  const assigned: [LockedOperation, OrderedTarget][] = [];
  for (const operation of locked) assigned.push([operation, await assignedTarget(chunk, operation)]);
  const orders: Order[] = [];
  for (const [operation, target] of assigned) {
    const operationKey = operationKeys.get(operation.key) ?? operation.key;
    const order = await orderOf(chunk, source, { operation, operationKey, target });
    if (order) orders.push(order);
  }
  return orders;
}

/**
 * Finds the target of an operation.
 * @throws FORBIDDEN if the operation is not assigned to this proxy
 */
async function assignedTarget(
  { context, proxy, targets }: ChunkCall,
  { targetSystemKey, proxyServer }: LockedOperation,
): Promise<OrderedTarget> {
  const known = targets.get(targetSystemKey);
  const target = known?.target ?? (await context.store.get("targetSystems", targetSystemKey));
  if (!target || !isConnected(target) || proxyServer !== proxy.id || !isAssigned(target, proxy.id)) throw notAssigned();
  const found = known ?? { target };
  targets.set(targetSystemKey, found);
  return found;
}

interface AskedOrder {
  readonly operation: LockedOperation;
  readonly operationKey: string;
  readonly target: OrderedTarget;
}

async function orderOf(chunk: ChunkCall, source: OrderSource, asked: AskedOrder): Promise<Order | undefined> {
  const { context, proxy, connectorVersions, prepared } = chunk;
  const { operation, operationKey } = asked;
  const { target } = asked.target;
  const sent = await source.order(context, operation, { proxy, target, connectorVersions, prepared });
  if (sent === undefined) return undefined;
  const { sends } = sent;
  const fail = (failure: Failure) => failAtOnce(context, source, operation.key, { ...failure, operationKey, sends });
  if ("failure" in sent) return fail(sent.failure);
  const harm = await ownHandWords(context, sent.content, () => (asked.target.own ??= ownLogins(context, target)));
  if (harm !== undefined) return fail({ code: "policy", message: harm });
  const logins = await (asked.target.logins ??= loginsOf(chunk, target));
  if ("failure" in logins) return fail(logins.failure);
  const order: Order = {
    ...sent.content,
    operationKey,
    sends,
    connector: target.type,
    targetSystem: target.id,
    address: target.address,
    credentials: logins.credentials,
    // A proxy of an earlier version uses the absolute time, and returns orders if its clock is far ahead.
    deadlineMs: context.clock.now() + connectorCallMs,
    leftMs: connectorCallMs,
  };
  chunk.audit.push({
    ...sent.audit,
    sessid: context.caller.sessid,
    operation: "PXHO",
    result: "S",
    actor: proxy.id,
    ident: operationKey,
    targetSystem: target.id,
    account: order.object.name || null,
    message: `send ${sends}`,
  });
  return order;
}

async function loginsOf({ context, credentials }: ChunkCall, { id }: Row<"targetSystems">): Promise<Logins> {
  try {
    return { credentials: await orderCredentials(context, id, credentials) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "CONFLICT") throw error;
    return { failure: { code: "config", message: error.message } };
  }
}

/** Fails an operation that cannot be sent, without failing the whole chunk. */
async function failAtOnce(
  context: CallContext,
  source: OrderSource,
  key: string,
  failure: Omit<Outcome, "result">,
): Promise<undefined> {
  const outcome: Outcome = { ...failure, result: "F" };
  const counted = await source.lock(context, [key]);
  const outcomes = counted.map((operation) => ({ operation, outcome, signature: "" }));
  await source.record(context, outcomes);
}

function notAssigned(): ServiceError {
  return new ServiceError("FORBIDDEN", { message: "An operation of this call is not assigned to this proxy." });
}

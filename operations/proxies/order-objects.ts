import { ServiceError } from "#domain/errors.ts";
import { type OperationCode, operationCodes } from "#domain/operation-codes.ts";
import type { Order, OrderObject } from "#domain/order.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

type Store = CallContext["store"];
type Operation = Row<"requestOperations">;

/** The attribute that names what an operation creates; it is not sent as an attribute. */
export const nameAttribute = "shortId";

/** The account or group that an operation is about, the group it adds to or removes from, and its attributes. */
export type OrderSubject = Pick<Order, "object" | "group" | "attributes">;

/**
 * Finds what an operation is about: what it is to create, an object known by its key, or one that another operation of
 * the same request has created.
 * @throws CONFLICT when the object is no longer known
 */
export async function orderSubject(store: Store, operation: Operation, recipientId: string): Promise<OrderSubject> {
  const definition = operationCodes[operation.code as OperationCode];
  const { [nameAttribute]: names, ...attributes } = operation.attributes;
  if (definition.creates !== null) {
    const name = names?.[0] === undefined ? recipientId : String(names[0]);
    return { object: { name, attributes }, attributes };
  }
  // What is about the target as a whole names nothing of it.
  if (definition.account === "none" && definition.group === "none")
    return { object: { name: "", attributes: {} }, attributes };
  if (definition.account === "none") return { object: await groupObject(store, operation), attributes };
  const object = await accountObject(store, operation);
  if (definition.group === "none") return { object, attributes };
  const { id = "", name } = await groupObject(store, operation);
  return { object, group: { id, name }, attributes };
}

async function accountObject(store: Store, operation: Operation): Promise<OrderObject> {
  const key = operation.accountKey ?? (await maker(store, operation, "account"))?.accountKey ?? null;
  const account = key === null ? undefined : await store.get("accounts", key);
  if (!account) throw gone(operation, "account");
  const rows = await store.select("accountAttributes", { where: { accountKey: account.key }, orderBy: inOrder });
  return { id: account.stableId, name: account.shortId, attributes: valuesByName(rows) };
}

async function groupObject(store: Store, operation: Operation): Promise<OrderObject> {
  const key = operation.groupKey ?? (await maker(store, operation, "group"))?.groupKey ?? null;
  const group = key === null ? undefined : await store.get("groups", key);
  if (!group) throw gone(operation, "group");
  const rows = await store.select("groupAttributes", { where: { groupKey: group.key }, orderBy: inOrder });
  return { id: group.stableId, name: group.shortId, attributes: valuesByName(rows) };
}

const inOrder = [
  ["name", "asc"],
  ["sequence", "asc"],
] as const;

async function maker(store: Store, operation: Operation, what: "account" | "group"): Promise<Operation | undefined> {
  const { requestKey, targetSystemKey } = operation;
  const done = await store.select("requestOperations", { where: { requestKey, targetSystemKey, result: "S" } });
  return done.find(({ code }) => operationCodes[code as OperationCode].creates === what);
}

function gone(operation: Operation, what: string): ServiceError {
  return new ServiceError("CONFLICT", { message: `The ${what} of the operation ${operation.key} is no longer known.` });
}

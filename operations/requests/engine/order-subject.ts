import { ServiceError } from "#domain/errors.ts";
import { operationCodes } from "#domain/requests/operation-codes.ts";
import type { Order } from "#domain/requests/order.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import { attributeRows, objectOf, type ObjectType } from "../../kernel/rows/object-rows.ts";

type Store = CallContext["store"];
type Operation = Row<"requestOperations">;

/** The account or group that an operation is about, the group it adds to or removes from, and its attributes. */
export type OrderSubject = Pick<Order, "object" | "group" | "attributes">;

/**
 * Finds the object of an operation: the one to create, one known by its key, or one that another operation of the same request has created.
 * @throws CONFLICT if the object is no longer known
 */
export async function orderSubject(store: Store, operation: Operation, recipientKey: string): Promise<OrderSubject> {
  const definition = operationCodes[operation.code];
  const { [nameAttribute]: names, ...attributes } = operation.attributes;
  if (definition.creates !== null) {
    const name = names?.[0] ?? (await store.get("users", recipientKey))?.id ?? "";
    return { object: { name: String(name), attributes }, attributes };
  }
  // An operation on the target as a whole names no object.
  if (definition.account === "none" && definition.group === "none")
    return { object: { name: "", attributes: {} }, attributes };
  if (definition.account === "none") return { object: await objectToOrder(store, operation, "group"), attributes };
  const object = await objectToOrder(store, operation, "account");
  if (definition.group === "none") return { object, attributes };
  const { id, name } = await objectToOrder(store, operation, "group");
  return { object, group: { id, name }, attributes };
}

async function objectToOrder(store: Store, operation: Operation, type: ObjectType) {
  const object = await objectOf(store, operation, type);
  if (!object) throw gone(operation, type);
  const attributes = valuesByName(await attributeRows(store, { type, key: object.key }));
  return { id: object.stableId, name: object.shortId, attributes };
}

function gone(operation: Operation, what: string): ServiceError {
  return new ServiceError("CONFLICT", { message: `The ${what} of the operation ${operation.key} is no longer known.` });
}

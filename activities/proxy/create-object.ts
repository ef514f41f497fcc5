import {
  type Attributes,
  ConnectorError,
  type CreateRequest,
  type Secret,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { can, type OrderCall, perform } from "./order-call.ts";
import { haveSameValues, valuesOf } from "./read-back.ts";
import { passwordHolds } from "./set-password.ts";

/**
 * Creates an account or group. If the order was sent before, it first checks if an earlier try made the object.
 * @throws alreadyExists when the name belongs to an object that this operation did not make
 */
export async function createObject(context: OrderCall, request: CreateRequest): Promise<TargetObject> {
  const repeated = context.order.sends > 1 && can(context, "get");
  if (repeated) {
    const made = await ownObject(context, request);
    if (made !== undefined) return made;
  }
  try {
    return await perform(context, "create", request);
  } catch (error) {
    // The earlier try may have arrived only now, after the check.
    if (!repeated || !(error instanceof ConnectorError) || error.code !== "alreadyExists") throw error;
    const made = await ownObject(context, request);
    if (made === undefined) throw error;
    return made;
  }
}

async function ownObject(context: OrderCall, request: CreateRequest): Promise<TargetObject | undefined> {
  const wanted = { type: request.type, ref: { name: request.name }, attributes: Object.keys(request.attributes) };
  const found = await perform(context, "get", wanted);
  if (found === undefined) return undefined;
  if (await madeByThisOperation(context, request, found)) return found;
  throw new ConnectorError(
    "alreadyExists",
    `"${request.name}" exists already, and nothing proves that this operation made it: ask for the object that is there, or for one of another name.`,
  );
}

/**
 * Returns true if this operation made the object: it carries the operation's mark or, on a target without marks, equals all requested
 * values, of which there must be some.
 */
async function madeByThisOperation(context: OrderCall, request: CreateRequest, found: TargetObject): Promise<boolean> {
  if (found.createdBy !== undefined) return found.createdBy === context.order.operationKey;
  if (!holdsAttributes(found.attributes, request.attributes)) return false;
  const hasAttributes = Object.keys(request.attributes).length > 0;
  if (request.password === undefined) return hasAttributes;
  // If the password cannot be tested, equal attributes must do.
  return (await holdsPassword(context, found, request.password)) ?? hasAttributes;
}

function holdsPassword(context: OrderCall, account: TargetObject, password: Secret): Promise<boolean | undefined> {
  return passwordHolds(context, { account, password });
}

/** Returns true if an object has each requested attribute with exactly the requested values; names without case, values in any order. */
function holdsAttributes(actual: Attributes, asked: Attributes): boolean {
  return Object.entries(asked).every(([name, values]) => haveSameValues(valuesOf(actual, name) ?? [], values));
}

import {
  type Attributes,
  ConnectorError,
  type CreateRequest,
  type Scalar,
  type Secret,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { can, type OrderCall, perform } from "./order-call.ts";
import { passwordHolds } from "./set-password.ts";

/**
 * Creates an account or group; when the order was sent before it first looks whether an earlier try made the object.
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
    // The earlier try may have arrived only now, after we looked.
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
    `"${request.name}" exists already and is not what this operation asked for.`,
  );
}

async function madeByThisOperation(context: OrderCall, request: CreateRequest, found: TargetObject): Promise<boolean> {
  if (found.createdBy !== undefined) return found.createdBy === context.order.operationKey;
  if (!holdsAttributes(found.attributes, request.attributes)) return false;
  return request.password === undefined || holdsPassword(context, found, request.password);
}

async function holdsPassword(context: OrderCall, account: TargetObject, password: Secret): Promise<boolean> {
  // Where the password cannot be tested the equal attributes must do.
  return (await passwordHolds(context, { account, password })) ?? true;
}

// Whether an object has each of the asked attributes with exactly the asked values; names without case, values in any order.
function holdsAttributes(actual: Attributes, asked: Attributes): boolean {
  const byName = new Map(Object.entries(actual).map(([name, values]) => [name.toLowerCase(), textSet(values)]));
  return Object.entries(asked).every(([name, values]) => {
    const have = byName.get(name.toLowerCase()) ?? new Set<string>();
    const want = textSet(values);
    return have.size === want.size && [...want].every((value) => have.has(value));
  });
}

function textSet(values: readonly Scalar[]): Set<string> {
  return new Set(
    values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("base64") : String(value))),
  );
}

import {
  type Call,
  type Capability,
  ConnectorError,
  type Operations,
  type Secret,
} from "#connectors/contract/index.ts";
import type { Order } from "#domain/requests/order.ts";

import { requireAskedObject } from "./asked-object.ts";
import { bounded, boundsOf } from "./bounded.ts";
import type { OrderCall } from "./order-context.ts";

export type { OrderCall } from "./order-context.ts";

type Run = (session: unknown, request: unknown, call: Call) => Promise<unknown>;
type Plain<C extends Capability> = NonNullable<Operations<unknown>[C]>;
type Request<C extends Capability> = Parameters<Plain<C>>[1];
type Answer<C extends Capability> = Awaited<ReturnType<Plain<C>>>;

/** Capability that takes a request and answers once. */
export type RequestCapability = Exclude<Capability, "serverInfo" | "schema" | "list" | "changes" | "members">;

/** Returns true if the connector of the order has a capability. */
export function can(context: OrderCall, capability: Capability): boolean {
  return context.connector.capabilities.includes(capability);
}

/**
 * Calls a capability within its time-out.
 * @throws notSupported when the connector does not have it, timeout when it does not answer, internal when it answers with another object
 */
export async function perform<C extends RequestCapability>(
  context: OrderCall,
  capability: C,
  request: Request<C>,
): Promise<Answer<C>> {
  const { connector, session, call } = context;
  if (!can(context, capability)) {
    throw new ConnectorError("notSupported", `The connector ${connector.definition.id} cannot ${capability}.`);
  }
  const operations = connector.definition.operations as unknown as Record<string, Run>;
  // Called on the table itself, so that a connector may use `this` for its own functions.
  const answer = await bounded(boundsOf(connector, capability, call.signal), async (signal) =>
    operations[capability]?.(session, request, { ...call, signal }),
  );
  await compare(context, { capability, request, answer } as Answered);
  return answer as Answer<C>;
}

/** An answer of a capability with an object, and its request. */
type Answered = {
  readonly [C in "get" | "create" | "update"]: {
    readonly capability: C;
    readonly request: Request<C>;
    readonly answer: Answer<C>;
  };
}["get" | "create" | "update"];

/** Compares the object of an answer with the one of the request; a missing answer cannot be another object. */
async function compare(context: OrderCall, { capability, request, answer }: Answered): Promise<void> {
  if (answer === undefined) return;
  if (capability === "get") await requireAskedObject(context, request, answer);
  if (capability === "create")
    await requireAskedObject(context, { type: request.type, ref: { name: request.name } }, answer);
  // A rename changes the name and keeps the ID, so only the ID is compared.
  if (capability === "update" && request.ref.id !== undefined && answer.id !== undefined)
    await requireAskedObject(
      context,
      { type: request.type, ref: request.ref },
      { ...answer, id: answer.id, type: request.type, attributes: {} },
    );
}

/**
 * Returns a password that the order needs.
 * @throws invalidValue when it is not there
 */
export function requirePassword(order: Order, which: "password" | "currentPassword"): Secret {
  const password = order[which];
  if (password === undefined) throw new ConnectorError("invalidValue", `${order.code} needs a password.`);
  return password;
}

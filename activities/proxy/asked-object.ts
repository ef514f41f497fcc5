import {
  ConnectorError,
  isSameName,
  type ObjectRef,
  type ObjectType,
  type Operations,
  type TargetObject,
  validateAddress,
} from "#connectors/contract/index.ts";

import { bounded, boundsOf } from "./bounded.ts";
import type { OrderCall } from "./order-context.ts";

/** An object that an order asks for. */
export interface AskedObject {
  readonly type: string;
  readonly ref: ObjectRef;
}

/**
 * Compares an object from a connector with the requested one: its type, its ID if one was given, else its name.
 * @throws internal if it is another one, because then the effect on the target is unknown
 */
export async function requireAskedObject(context: OrderCall, asked: AskedObject, found: TargetObject): Promise<void> {
  const { type, ref } = asked;
  if (!(await isAskedObject(context, asked, found))) {
    const wanted = ref.id === undefined ? "" : ` with the id "${ref.id}"`;
    const words = `Asked for the ${type} "${ref.name}"${wanted}, the target answered with the ${found.type} "${found.name}" with the id "${found.id}". It is not taken for the one that was asked for.`;
    throw new ConnectorError("internal", words);
  }
}

async function isAskedObject(context: OrderCall, { type, ref }: AskedObject, found: TargetObject): Promise<boolean> {
  if (found.type !== type || typeof found.id !== "string" || found.id === "") return false;
  return ref.id === undefined ? isAskedName(context, { type, name: ref.name }, found.name) : found.id === ref.id;
}

/** Returns true if a name that a target shows is the requested one, by the rule of the connector. */
async function isAskedName(
  context: OrderCall,
  { type, name }: { readonly type: string; readonly name: string },
  found: string,
): Promise<boolean> {
  if (typeof found !== "string") return false;
  if (isSameName(name, found, true)) return true;
  const { connector, order } = context;
  const { sameName } = connector.definition;
  if (sameName !== undefined) return sameName(name, found, await validateAddress(connector, order.address));
  return isSameName(name, found) && !(await doesCaseCount(context, type));
}

async function doesCaseCount({ connector, session, call }: OrderCall, type: string): Promise<boolean> {
  const { operations } = connector.definition as { readonly operations: Operations<unknown> };
  if (operations.schema === undefined) return false;
  const types: readonly ObjectType[] = await bounded(
    boundsOf(connector, "schema", call.signal),
    async (signal) => operations.schema?.(session, { ...call, signal }) ?? [],
  );
  const attributes = types.find((one) => one.type === type)?.attributes ?? [];
  return attributes.find(({ name }) => name === "name")?.caseExact === true;
}

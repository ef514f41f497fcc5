import {
  type Capability,
  ConnectorError,
  type Delta,
  type MemberRequest,
  type ObjectRef,
  type ResetPasswordRequest,
} from "#connectors/contract/index.ts";
import { randomizeNeedsMs } from "#domain/limits.ts";
import { definitionOf, isOperationCode, objectTypeOf, type OperationCode } from "#domain/requests/operation-codes.ts";
import type { Order, OrderCode, OutcomeObject } from "#domain/requests/order.ts";

import { createObject } from "./create-object.ts";
import { type OrderCall, perform, requirePassword } from "./order-call.ts";
import { randomizePassword } from "./randomize-password.ts";
import { outcomeOf, readBack } from "./read-back.ts";
import { runCommand } from "./run-command.ts";
import { changePassword, setPassword, verifyPassword } from "./set-password.ts";

/** Object after the action; undefined if it is unchanged, gone, or not shown. */
export type ActionResult = OutcomeObject | undefined;

/** Action that carries an order out. */
export interface OrderAction {
  run(context: OrderCall): Promise<ActionResult>;
  /** True if the action is pointless once the object is gone: then the outcome is X, not a failure. */
  readonly mootWhenGone?: true;
  /** Least number of milliseconds that must be left when the target is called first; a later order is given back unbegun. */
  readonly needsMs?: number;
}

/** Actions of operations by the capability that the table of codes names. */
const actions: { readonly [C in Capability]?: OrderAction } = {
  create: { run: create },
  delete: { run: remove },
  enable: { run: (context) => quietly(perform(context, "enable", { account: accountOf(context.order) })) },
  disable: {
    run: (context) => quietly(perform(context, "disable", { account: accountOf(context.order) })),
    mootWhenGone: true,
  },
  addMember: { run: (context) => quietly(perform(context, "addMember", membershipOf(context.order))) },
  removeMember: {
    run: (context) => quietly(perform(context, "removeMember", membershipOf(context.order))),
    mootWhenGone: true,
  },
  addOwner: { run: (context) => quietly(perform(context, "addOwner", membershipOf(context.order))) },
  removeOwner: {
    run: (context) => quietly(perform(context, "removeOwner", membershipOf(context.order))),
    mootWhenGone: true,
  },
  update: { run: update },
  unlock: { run: (context) => quietly(perform(context, "unlock", { account: accountOf(context.order) })) },
  resetPassword: { run: (context) => quietly(setPassword(context, resetRequest(context.order))) },
  changePassword: {
    run: (context) =>
      quietly(
        changePassword(context, {
          ...passwordRequest(context.order),
          current: requirePassword(context.order, "currentPassword"),
        }),
      ),
  },
  // Whoever knows its password may have the account, too; that it changes hands is the service's own doing.
  verify: { run: (context) => quietly(verifyPassword(context, passwordRequest(context.order))) },
};

/** Actions of orders of the vault and of mass resets, which no request asks for. */
const vaultActions: Readonly<Record<Exclude<OrderCode, OperationCode>, OrderAction>> = {
  RAND: {
    run: (context) => quietly(randomizePassword(context, resetRequest(context.order))),
    needsMs: randomizeNeedsMs,
  },
  RUNC: { run: (context) => quietly(runCommand(context, passwordRequest(context.order))) },
};

/** Returns the action that carries out orders of a code; undefined where no connector does. */
export function orderActionOf(code: OrderCode): OrderAction | undefined {
  if (!isOperationCode(code)) return vaultActions[code];
  const { capability } = definitionOf(code);
  return capability === null ? undefined : actions[capability];
}

function typeOf({ code }: Order): "account" | "group" {
  return isOperationCode(code) ? objectTypeOf(definitionOf(code)) : "account";
}

async function create(context: OrderCall): Promise<ActionResult> {
  const { order } = context;
  const type = typeOf(order);
  const { password } = order;
  const attributes = { ...order.object.attributes, ...order.attributes };
  const made = await createObject(context, { type, name: nameOf(order), attributes, ...(password && { password }) });
  return outcomeOf(context, { type, asked: attributes }, made);
}

async function remove(context: OrderCall): Promise<undefined> {
  const { order } = context;
  const type = typeOf(order);
  await perform(context, "delete", { type, ref: type === "account" ? accountOf(order) : groupOf(order) });
}

async function update(context: OrderCall): Promise<ActionResult> {
  const { order } = context;
  const type = typeOf(order);
  const deltas: Delta[] = Object.entries(order.attributes).map(([attr, replace]) => ({ attr, replace }));
  const { password } = order;
  let ref: ObjectRef = accountOf(order);
  if (deltas.length > 0) ref = await perform(context, "update", { type, ref, deltas });
  if (password !== undefined) await setPassword(context, { account: ref, password });
  return readBack(context, { type, ref, asked: order.attributes });
}

async function quietly(done: Promise<void>): Promise<undefined> {
  await done;
}

function nameOf(order: Order): string {
  if (order.object.name === "") throw new ConnectorError("invalidValue", `${order.code} needs the name of the object.`);
  return order.object.name;
}

function accountOf(order: Order): ObjectRef {
  const { id, name, attributes } = order.object;
  if (id === undefined && name === "")
    throw new ConnectorError("invalidValue", `${order.code} needs an account: neither id nor name is known.`);
  return { ...(id !== undefined && { id }), name, attributes };
}

function passwordRequest(order: Order): ResetPasswordRequest {
  return { account: accountOf(order), password: requirePassword(order, "password") };
}

function resetRequest(order: Order): ResetPasswordRequest {
  return { ...passwordRequest(order), ...(order.mustChange === true && { mustChange: true }) };
}

function groupOf(order: Order): ObjectRef {
  return order.group ?? accountOf(order);
}

function membershipOf(order: Order): MemberRequest {
  if (order.group === undefined) throw new ConnectorError("invalidValue", `${order.code} needs a group.`);
  return { group: order.group, member: { ...accountOf(order), type: "account" } };
}

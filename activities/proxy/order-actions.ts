import {
  ConnectorError,
  type Delta,
  type MemberRequest,
  type ObjectRef,
  type ResetPasswordRequest,
} from "#connectors/contract/index.ts";
import { randomizeNeedsMs } from "#domain/limits.ts";
import type { Order, OutcomeObject } from "#domain/requests/order.ts";

import { createObject } from "./create-object.ts";
import { type OrderCall, perform, requirePassword } from "./order-call.ts";
import { randomizePassword } from "./randomize-password.ts";
import { outcomeOf, readBack } from "./read-back.ts";
import { runCommand } from "./run-command.ts";
import { changePassword, setPassword, verifyPassword } from "./set-password.ts";

/** Object after the action; undefined if it is unchanged, gone, or not shown. */
export type ActionResult = OutcomeObject | undefined;

/** Implementation of one operation code. */
export interface OrderAction {
  run(context: OrderCall): Promise<ActionResult>;
  /** True if the action is pointless once the object is gone: then the outcome is X, not a failure. */
  readonly mootWhenGone?: true;
  /** Least number of milliseconds that must be left when the target is called first; a later order is given back unbegun. */
  readonly needsMs?: number;
}

/** Actions of a proxy by operation code. */
export const orderActions: Readonly<Record<string, OrderAction>> = {
  ACUA: { run: (context) => create(context, "account") },
  CRTG: { run: (context) => create(context, "group") },
  DELU: { run: (context) => remove(context, "account", accountOf(context.order)) },
  DELG: { run: (context) => remove(context, "group", groupOf(context.order)) },
  ENAU: { run: (context) => quietly(perform(context, "enable", { account: accountOf(context.order) })) },
  DNAU: {
    run: (context) => quietly(perform(context, "disable", { account: accountOf(context.order) })),
    mootWhenGone: true,
  },
  GRUA: { run: (context) => quietly(perform(context, "addMember", membershipOf(context.order))) },
  GRUD: {
    run: (context) => quietly(perform(context, "removeMember", membershipOf(context.order))),
    mootWhenGone: true,
  },
  GROA: { run: (context) => quietly(perform(context, "addOwner", membershipOf(context.order))) },
  GROD: {
    run: (context) => quietly(perform(context, "removeOwner", membershipOf(context.order))),
    mootWhenGone: true,
  },
  UPDA: { run: (context) => update(context, "account") },
  UPDG: { run: (context) => update(context, "group") },
  UNLK: { run: (context) => quietly(perform(context, "unlock", { account: accountOf(context.order) })) },
  PWRS: { run: (context) => quietly(setPassword(context, resetRequest(context.order))) },
  PWCH: {
    run: (context) =>
      quietly(
        changePassword(context, {
          ...passwordRequest(context.order),
          current: requirePassword(context.order, "currentPassword"),
        }),
      ),
  },
  RAND: {
    run: (context) => quietly(randomizePassword(context, passwordRequest(context.order))),
    needsMs: randomizeNeedsMs,
  },
  PWVF: { run: (context) => quietly(verifyPassword(context, passwordRequest(context.order))) },
  RUNC: { run: (context) => quietly(runCommand(context, passwordRequest(context.order))) },
  // Anyone who knows its password may have the account; the service itself changes its owner.
  ACCL: { run: (context) => quietly(verifyPassword(context, passwordRequest(context.order))) },
};

async function create(context: OrderCall, type: "account" | "group"): Promise<ActionResult> {
  const { order } = context;
  const { password } = order;
  const attributes = { ...order.object.attributes, ...order.attributes };
  const made = await createObject(context, { type, name: nameOf(order), attributes, ...(password && { password }) });
  return outcomeOf(context, { type, asked: attributes }, made);
}

async function remove(context: OrderCall, type: "account" | "group", ref: ObjectRef): Promise<undefined> {
  await perform(context, "delete", { type, ref });
}

async function update(context: OrderCall, type: "account" | "group"): Promise<ActionResult> {
  const { order } = context;
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

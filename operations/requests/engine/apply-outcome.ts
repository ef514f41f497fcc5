import type { OperationCode } from "#domain/requests/operation-codes.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { membershipName, namedGuid, objectKey } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import {
  objectById,
  type ObjectKey,
  objectOf,
  type ObjectType,
  removeObject,
  renameObject,
  replaceAttributes,
  writeAttributes,
} from "../../kernel/rows/object-rows.ts";
import { rememberPassword } from "./password-history.ts";

/** Changes of the service's own rows by a successful operation. */
export interface Applied {
  readonly accountKey?: string;
  readonly groupKey?: string;
  /** Name of the account or group, for the audit. */
  readonly name?: string;
}

/** An ended operation, with its request. */
export interface EndedOperation {
  readonly request: Row<"reqbatch">;
  readonly operation: Row<"requestOperations">;
  readonly outcome: Outcome;
}

type Applier = (context: ServiceContext, success: EndedOperation) => Promise<Applied>;

const appliers: { readonly [C in OperationCode]?: Applier } = {
  ACUA: accountCreated,
  CRTG: (context, success) =>
    objectCreated(context, success, "group", (row) => context.store.save("groups", { ...row, managed: true })),
  DELU: applierTo("account", removeObject),
  DELG: applierTo("group", removeObject),
  // The next discovery must check the changes of the service again.
  ENAU: accountChanged({ enabled: true, discoveredHash: null }),
  DNAU: accountChanged({ enabled: false, discoveredHash: null }),
  UNLK: accountChanged({ locked: false, discoveredHash: null }),
  PWRS: passwordChanged,
  PWCH: passwordChanged,
  UPDA: applierTo("account", attributesUpdated),
  UPDG: applierTo("group", attributesUpdated),
  // The password was right, so the account is the claimant's; `claimConflict` has checked that it has no other owner.
  ACCL: (context, success) =>
    accountChanged({ userKey: success.request.recipientKey, associatedBy: "claim" })(context, success),
  GRUA: membershipChanged,
  GRUD: membershipChanged,
  GROA: ownershipChanged,
  GROD: ownershipChanged,
};

/** Updates the service's rows of accounts, groups and memberships by the change on the target. */
export async function applyOutcome(context: CallContext, success: EndedOperation): Promise<Applied> {
  return (await appliers[success.operation.code]?.(context, success)) ?? {};
}

async function accountCreated(context: ServiceContext, success: EndedOperation): Promise<Applied> {
  const { request, operation } = success;
  const { associatedBy } = operation;
  const owned = associatedBy !== "none" && { userKey: request.recipientKey, associatedBy: associatedBy ?? "auto" };
  const applied = await objectCreated(context, success, "account", (row) =>
    context.store.save("accounts", { ...row, enabled: success.outcome.object?.enabled ?? null, ...owned }),
  );
  if (applied.accountKey !== undefined) await rememberPassword(context, operation, applied.accountKey);
  return applied;
}

/** Saves the columns that accounts and groups share; if a discovery found the object first, its row is reused. */
async function objectCreated(
  context: ServiceContext,
  { operation: { targetSystemKey }, outcome: { object } }: EndedOperation,
  type: ObjectType,
  save: (row: CreatedRow) => Promise<unknown>,
): Promise<Applied> {
  if (!object) return {};
  const { id: stableId, name, attributes } = object;
  const identity = { targetSystemKey, stableId };
  const key = (await objectById(context.store, type, identity))?.key ?? objectKey({ type, ...identity });
  await save({ ...identity, key, longId: name, shortId: name, displayId: name, discoveredHash: null });
  await writeAttributes(context, { type, key, attributes });
  return appliedTo(type, { key, shortId: name });
}

type CreatedRow = Pick<
  Row<"accounts"> & Row<"groups">,
  "targetSystemKey" | "stableId" | "key" | "longId" | "shortId" | "displayId" | "discoveredHash"
>;

function appliedTo(
  type: ObjectType,
  { key, shortId: name }: { readonly key: string; readonly shortId: string },
): Applied {
  return type === "account" ? { accountKey: key, name } : { groupKey: key, name };
}

/** Makes a function that applies an outcome to the object of its operation, if the service knows it. */
function applierTo(
  type: ObjectType,
  apply: (context: ServiceContext, object: ObjectKey, success: EndedOperation) => Promise<unknown>,
): Applier {
  return async (context, success) => {
    const object = await objectOf(context.store, success.operation, type);
    if (!object) return {};
    await apply(context, { type, key: object.key }, success);
    return appliedTo(type, object);
  };
}

function accountChanged(changes: Partial<Row<"accounts">>): Applier {
  return applierTo("account", ({ store }, { key }) => store.save("accounts", { ...changes, key }));
}

/**
 * Stores the name and attributes that the target has after a change, whatever was requested: a target trims, computes and renames. If the
 * proxy could not look, the requested values are the best known until the next discovery.
 */
async function attributesUpdated(
  context: ServiceContext,
  { type, key }: ObjectKey,
  { operation, outcome: { object, unseen } }: EndedOperation,
): Promise<void> {
  // Parts that the target did not show are unknown: the next discovery reads them again.
  if (unseen) return writeAttributes(context, { type, key, attributes: {} });
  // On a target the attribute `name` is the object's name, and `shortId` is the service's name for it.
  const { name: asked, shortId: _ours, ...attributes } = operation.attributes;
  const name = object?.name ?? asked?.[0];
  if (name !== undefined) await renameObject(context, { type, key, name: String(name) });
  await (object === undefined
    ? writeAttributes(context, { type, key, attributes })
    : replaceAttributes(context, { type, key, ...object, asked: Object.keys(operation.attributes) }));
}

async function passwordChanged(context: ServiceContext, success: EndedOperation): Promise<Applied> {
  const { mustChange, accountKey } = success.operation;
  if (accountKey !== null) await rememberPassword(context, success.operation, accountKey);
  const now = { lastPasswordChange: context.clock.now(), passwordExpired: mustChange === true };
  return accountChanged({ ...now, discoveredHash: null })(context, success);
}

async function membershipChanged({ store }: ServiceContext, { operation }: EndedOperation): Promise<Applied> {
  const account = await objectOf(store, operation, "account");
  const group = await objectOf(store, operation, "group");
  if (!account || !group) return {};
  const where = { groupKey: group.key, accountKey: account.key };
  const [known] = await store.select("groupMemberships", { where, limit: 1 });
  if (operation.code === "GRUA" && !known) {
    const key = namedGuid(membershipName(group.key, account.key));
    await store.save("groupMemberships", { key, ...where });
  }
  // An indirect member becomes a direct one.
  if (operation.code === "GRUA" && known?.throughGroup)
    await store.save("groupMemberships", { key: known.key, throughGroup: null, shownByTarget: null });
  if (operation.code === "GRUD" && known) await store.remove("groupMemberships", known.key);
  return { ...appliedTo("account", account), groupKey: group.key };
}

/** Updates the owners of a group. Owners are users: if an account has no owner, only the target knows what it owns. */
async function ownershipChanged(context: ServiceContext, { operation }: EndedOperation): Promise<Applied> {
  const { store, ids } = context;
  const account = await objectOf(store, operation, "account");
  const group = await objectOf(store, operation, "group");
  if (!account || !group) return {};
  const applied = { accountKey: account.key, groupKey: group.key, name: account.shortId };
  if (account.userKey === null) return applied;
  const where = { groupKey: group.key, userKey: account.userKey };
  const [known] = await store.select("groupOwners", { where, limit: 1 });
  if (operation.code === "GROA" && !known) await store.add("groupOwners", { key: ids.guid(), ...where });
  if (operation.code === "GROD" && known) await store.remove("groupOwners", known.key);
  return applied;
}

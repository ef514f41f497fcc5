import type { OperationCode } from "#domain/requests/operation-codes.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { membershipName, namedGuid, objectKey } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import { rememberPassword } from "../../accounts/engine/password-history.ts";
import type { CallContext, ServiceContext } from "../../context.ts";
import { objectById, objectOf, type ObjectType, removeObject, writeAttributes } from "./object-rows.ts";

/** What a successful operation left behind in the service's own rows. */
export interface Applied {
  readonly accountKey?: string;
  readonly groupKey?: string;
  /** The name of the account or group, for the audit. */
  readonly name?: string;
}

/** A successful operation with its request. */
export interface SuccessfulOperation {
  readonly request: Row<"reqbatch">;
  readonly operation: Row<"requestOperations">;
  readonly outcome: Outcome;
}

type Applier = (context: ServiceContext, success: SuccessfulOperation) => Promise<Applied>;

const appliers: { readonly [C in OperationCode]?: Applier } = {
  ACUA: accountCreated,
  CRTG: groupCreated,
  DELU: (context, success) => objectDeleted(context, success, "account"),
  DELG: (context, success) => objectDeleted(context, success, "group"),
  // What we have changed ourselves, the next discovery must look at again.
  ENAU: (context, success) => accountChanged(context, success, { enabled: true, discoveredHash: null }),
  DNAU: (context, success) => accountChanged(context, success, { enabled: false, discoveredHash: null }),
  UNLK: (context, success) => accountChanged(context, success, { locked: false, discoveredHash: null }),
  PWRS: passwordChanged,
  PWCH: passwordChanged,
  UPDA: (context, success) => attributesUpdated(context, success, "account"),
  UPDG: (context, success) => attributesUpdated(context, success, "group"),
  // The password was right, so the account is the claimant's; `claimConflict` has seen before that nobody else keeps it.
  ACCL: (context, success) =>
    accountChanged(context, success, { userKey: success.request.recipientKey, associatedBy: "claim" }),
  GRUA: membershipChanged,
  GRUD: membershipChanged,
  GROA: ownershipChanged,
  GROD: ownershipChanged,
};

/** Brings the service's rows of accounts, groups and memberships up to what the target has become. */
export async function applyOutcome(context: CallContext, success: SuccessfulOperation): Promise<Applied> {
  return (await appliers[success.operation.code]?.(context, success)) ?? {};
}

async function accountCreated(context: ServiceContext, success: SuccessfulOperation): Promise<Applied> {
  const { request, operation, outcome } = success;
  if (!outcome.object) return {};
  const created = await createdRow(context, operation, { type: "account", ...outcome.object });
  const { associatedBy } = operation;
  const owned = associatedBy !== "none" && { userKey: request.recipientKey, associatedBy: associatedBy ?? "auto" };
  await context.store.save("accounts", { ...created, enabled: true, ...owned });
  await writeAttributes(context, { type: "account", key: created.key, attributes: outcome.object.attributes });
  await rememberPassword(context, operation, created.key);
  return appliedTo("account", created);
}

async function groupCreated(context: ServiceContext, { operation, outcome }: SuccessfulOperation): Promise<Applied> {
  if (!outcome.object) return {};
  const created = await createdRow(context, operation, { type: "group", ...outcome.object });
  await context.store.save("groups", { ...created, managed: true });
  await writeAttributes(context, { type: "group", key: created.key, attributes: outcome.object.attributes });
  return appliedTo("group", created);
}

/** What rows of accounts and groups share; where a discovery has met the object first, its row is taken over. */
async function createdRow(
  { store }: ServiceContext,
  { targetSystemKey }: Row<"requestOperations">,
  { type, id: stableId, name }: { readonly type: ObjectType; readonly id: string; readonly name: string },
) {
  const identity = { targetSystemKey, stableId };
  const key = (await objectById(store, type, identity))?.key ?? objectKey({ type, ...identity });
  return { ...identity, key, longId: name, shortId: name, displayId: name, discoveredHash: null };
}

function appliedTo(
  type: ObjectType,
  { key, shortId: name }: { readonly key: string; readonly shortId: string },
): Applied {
  return type === "account" ? { accountKey: key, name } : { groupKey: key, name };
}

async function objectDeleted(
  context: ServiceContext,
  { operation }: SuccessfulOperation,
  type: ObjectType,
): Promise<Applied> {
  const object = await objectOf(context.store, operation, type);
  if (!object) return {};
  await removeObject(context, { type, key: object.key });
  return { name: object.shortId };
}

async function accountChanged(
  { store }: ServiceContext,
  { operation }: SuccessfulOperation,
  changes: Partial<Row<"accounts">>,
): Promise<Applied> {
  const account = await objectOf(store, operation, "account");
  if (!account) return {};
  await store.save("accounts", { ...changes, key: account.key });
  return appliedTo("account", account);
}

async function passwordChanged(context: ServiceContext, success: SuccessfulOperation): Promise<Applied> {
  const { mustChange, accountKey } = success.operation;
  if (accountKey !== null) await rememberPassword(context, success.operation, accountKey);
  const now = { lastPasswordChange: context.clock.now(), passwordExpired: mustChange === true };
  return accountChanged(context, success, { ...now, discoveredHash: null });
}

async function attributesUpdated(
  context: ServiceContext,
  { operation }: SuccessfulOperation,
  type: ObjectType,
): Promise<Applied> {
  const object = await objectOf(context.store, operation, type);
  if (!object) return {};
  await writeAttributes(context, { type, key: object.key, attributes: operation.attributes });
  return appliedTo(type, object);
}

async function membershipChanged({ store }: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
  const account = await objectOf(store, operation, "account");
  const group = await objectOf(store, operation, "group");
  if (!account || !group) return {};
  const where = { groupKey: group.key, accountKey: account.key };
  const [known] = await store.select("groupMemberships", { where, limit: 1 });
  if (operation.code === "GRUA" && !known) {
    const key = namedGuid(membershipName(group.key, account.key));
    await store.save("groupMemberships", { key, ...where });
  }
  if (operation.code === "GRUD" && known) await store.remove("groupMemberships", known.key);
  return { ...appliedTo("account", account), groupKey: group.key };
}

/** Owners are people: of an account that belongs to nobody the target alone knows what it owns. */
async function ownershipChanged(context: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
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

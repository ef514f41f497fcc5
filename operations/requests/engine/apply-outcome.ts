import type { Capability } from "#connectors/contract/index.ts";
import { endOfAccess } from "#domain/access/access-end.ts";
import type { AccessCause } from "#domain/access/grant-reasons.ts";
import { createdByRequest } from "#domain/discovery/managed-groups.ts";
import { definitionOf, objectTypeOf } from "#domain/requests/operation-codes.ts";
import type { OrderAttributes } from "#domain/requests/order.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import { groupOwnerName, namedGuid, objectKey } from "#platform/object-key.ts";
import { withAccessCause } from "#store/grants/access-cause.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import type { Applied, EndedOperation } from "../../kernel/performer.ts";
import { alsoGiven } from "../../kernel/rows/also-given.ts";
import {
  attributeRows,
  objectById,
  type ObjectKey,
  objectOf,
  type ObjectType,
  removeObject,
  renameObject,
  replaceAttributes,
  writeAttributes,
} from "../../kernel/rows/object-rows.ts";
import { addMembership, membershipsChanged, removeMembership } from "./attribute-memberships.ts";
import { rememberPassword } from "./password-history.ts";

type Applier = (context: ServiceContext, success: EndedOperation) => Promise<Applied>;

/** Changes of the service's rows that follow what a function of a connector has done. */
const appliers: { readonly [C in Capability]?: Applier } = {
  create: (context, success) =>
    definitionOf(success.operation.code).creates === "account"
      ? accountCreated(context, success)
      : groupCreated(context, success),
  delete: applierToObject(removeObject),
  // The next discovery must check the changes of the service again.
  enable: accountChanged({ enabled: true, discoveredHash: null }),
  disable: accountChanged({ enabled: false, discoveredHash: null }),
  unlock: accountChanged({ locked: false, discoveredHash: null }),
  resetPassword: passwordChanged,
  changePassword: passwordChanged,
  update: applierToObject(attributesUpdated),
  addMember: memberAdded,
  removeMember: memberRemoved,
  addOwner: ownerAdded,
  removeOwner: ownerRemoved,
};

/** Updates the service's rows of accounts, groups and memberships by the change on the target, with the grants of whom they give access. */
export function applyOutcome(context: CallContext, success: EndedOperation): Promise<Applied> {
  return withAccessCause(causeOf(success, context.clock.now()), async () => {
    const { capability, claims } = definitionOf(success.operation.code);
    if (claims === true) return accountClaimed(context, success);
    return capability === null ? {} : ((await appliers[capability]?.(context, success)) ?? {});
  });
}

/** Returns the cause of what an operation of a request gives and ends. */
export function causeOf(
  { request, operation }: Pick<EndedOperation, "request" | "operation">,
  nowMs: number,
): AccessCause {
  const why = request.direct ? "direct" : "request";
  const { claims = false } = definitionOf(operation.code);
  const throughRole = operation.roleKey === null ? why : "role";
  const gives = claims ? "claim" : throughRole;
  const taken = claims ? "claim" : why;
  const ends = operation.endsGrantKey === null ? taken : "expired";
  const until = endOfAccess(operation, nowMs);
  const { roleKey } = operation;
  return { gives, ends, requestKey: request.key, operationKey: operation.key, roleKey, until };
}

/** Gives the account to its claimant: the password was right, and `claimConflict` has seen before that nobody else keeps it. */
function accountClaimed(context: ServiceContext, success: EndedOperation): Promise<Applied> {
  return accountChanged({ userKey: success.request.recipientKey, associatedBy: "claim" })(context, success);
}

function groupCreated(context: ServiceContext, success: EndedOperation): Promise<Applied> {
  return objectCreated(context, success, "group", (row) =>
    context.store.save("groups", { ...row, ...createdByRequest }),
  );
}

async function accountCreated(context: ServiceContext, success: EndedOperation): Promise<Applied> {
  const { request, operation } = success;
  const { associatedBy } = operation;
  const owned = associatedBy !== "none" && { userKey: request.recipientKey, associatedBy: associatedBy ?? "auto" };
  let wasKnown = false;
  const applied = await objectCreated(context, success, "account", (row, isKnown) => {
    wasKnown = isKnown;
    return context.store.save("accounts", { ...row, enabled: success.outcome.object?.enabled ?? null, ...owned });
  });
  const { accountKey } = applied;
  if (accountKey === undefined) return applied;
  await rememberPassword(context, operation, accountKey);
  const after = success.outcome.object?.attributes ?? {};
  await membershipsChanged(context, operation, { accountKey, before: {}, after });
  // A new row has got its grant with this operation.
  if (wasKnown) await alsoGiven(context, { kind: "account", accountKey }, operation);
  return applied;
}

/** Saves the columns that accounts and groups share; if a discovery found the object first, its row is reused. */
async function objectCreated(
  context: ServiceContext,
  { operation, outcome: { object } }: EndedOperation,
  type: ObjectType,
  save: (row: CreatedRow, isKnown: boolean) => Promise<unknown>,
): Promise<Applied> {
  if (!object) return {};
  const { id: stableId, name, attributes } = object;
  const identity = { targetSystemKey: targetKeyOf(operation), stableId };
  const known = await objectById(context.store, type, identity);
  const key = known?.key ?? objectKey({ type, ...identity });
  const row = { ...identity, key, longId: name, shortId: name, displayId: name, discoveredHash: null };
  await save(row, known !== undefined);
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

/** Returns what applies an outcome to the account or the group that its code is about. */
function applierToObject(
  apply: (context: ServiceContext, object: ObjectKey, success: EndedOperation) => Promise<unknown>,
): Applier {
  return (context, success) => {
    const type = objectTypeOf(definitionOf(success.operation.code));
    return applierTo(type, apply)(context, success);
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
  const before = type === "account" && operation.memberships !== null ? await attributesOf(context, { type, key }) : {};
  // On a target the attribute `name` is the object's name, and `shortId` is the service's name for it.
  const { name: asked, shortId: _ours, ...attributes } = operation.attributes;
  const name = object?.name ?? asked?.[0];
  if (name !== undefined) await renameObject(context, { type, key, name: String(name) });
  await (object === undefined
    ? writeAttributes(context, { type, key, attributes })
    : replaceAttributes(context, { type, key, ...object, asked: Object.keys(operation.attributes) }));
  if (type === "account")
    await membershipsChanged(context, operation, { accountKey: key, before, after: object?.attributes ?? attributes });
}

async function attributesOf({ store }: ServiceContext, object: ObjectKey): Promise<OrderAttributes> {
  const byName = Map.groupBy(await attributeRows(store, object), ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, rows]) => [name, rows.map(({ value }) => value)]));
}

async function passwordChanged(context: ServiceContext, success: EndedOperation): Promise<Applied> {
  const { mustChange, accountKey } = success.operation;
  if (accountKey !== null) await rememberPassword(context, success.operation, accountKey);
  // The next discovery reads the end of the new password.
  const end = { passwordExpired: mustChange === true, passwordExpiresAt: null };
  const now = { lastPasswordChange: context.clock.now(), ...end };
  return accountChanged({ ...now, discoveredHash: null })(context, success);
}

type Store = ServiceContext["store"];

interface Membership {
  readonly account: Row<"accounts">;
  readonly group: Row<"groups">;
}

async function membershipOf(store: Store, operation: EndedOperation["operation"]): Promise<Membership | undefined> {
  const account = await objectOf(store, operation, "account");
  const group = await objectOf(store, operation, "group");
  return account && group && { account, group };
}

function appliedToBoth({ account, group }: Membership): Applied {
  return { ...appliedTo("account", account), groupKey: group.key };
}

async function memberAdded(context: ServiceContext, { operation }: EndedOperation): Promise<Applied> {
  const membership = await membershipOf(context.store, operation);
  if (membership === undefined) return {};
  const where = { groupKey: membership.group.key, accountKey: membership.account.key };
  await addMembership(context, where, operation);
  return appliedToBoth(membership);
}

async function memberRemoved(context: ServiceContext, { operation }: EndedOperation): Promise<Applied> {
  const membership = await membershipOf(context.store, operation);
  if (membership === undefined) return {};
  await removeMembership(context, { groupKey: membership.group.key, accountKey: membership.account.key });
  return appliedToBoth(membership);
}

/** Updates the owners of a group. Owners are users: if an account has no owner, only the target knows what it owns. */
async function ownerAdded(context: ServiceContext, { operation }: EndedOperation): Promise<Applied> {
  const { store } = context;
  const membership = await membershipOf(store, operation);
  if (membership === undefined) return {};
  const owner = await ownerOnRecord(store, membership);
  if (owner !== undefined && owner.known === undefined) {
    const { groupKey, userKey } = owner.where;
    await store.save("groupOwners", { key: namedGuid(groupOwnerName(groupKey, userKey)), ...owner.where });
  }
  if (owner?.known) await alsoGiven(context, { kind: "ownership", ...owner.where }, operation);
  return appliedToBoth(membership);
}

async function ownerRemoved({ store }: ServiceContext, { operation }: EndedOperation): Promise<Applied> {
  const membership = await membershipOf(store, operation);
  if (membership === undefined) return {};
  const owner = await ownerOnRecord(store, membership);
  if (owner?.known) await store.remove("groupOwners", owner.known.key);
  return appliedToBoth(membership);
}

async function ownerOnRecord(store: Store, { account, group }: Membership) {
  if (account.userKey === null) return undefined;
  const where = { groupKey: group.key, userKey: account.userKey };
  const [known] = await store.select("groupOwners", { where, limit: 1 });
  return { where, known };
}

import type { OperationCode } from "#domain/operation-codes.ts";
import type { Outcome } from "#domain/order.ts";
import { membershipName, namedGuid, objectKey } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import { rememberPassword } from "../accounts/password-history.ts";
import type { CallContext, ServiceContext } from "../context.ts";
import { removeObject, writeAttributes } from "./object-rows.ts";

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
  DELU: accountDeleted,
  DELG: groupDeleted,
  ENAU: (context, success) => accountChanged(context, success, { enabled: true }),
  DNAU: (context, success) => accountChanged(context, success, { enabled: false }),
  UNLK: (context, success) => accountChanged(context, success, { locked: false }),
  PWRS: passwordChanged,
  PWCH: passwordChanged,
  UPDA: attributesUpdated,
  UPDG: groupUpdated,
  ACCL: accountClaimed,
  GRUA: membershipChanged,
  GRUD: membershipChanged,
  GROA: ownershipChanged,
  GROD: ownershipChanged,
};

/** Brings the service's rows of accounts, groups and memberships up to what the target has become. */
export async function applyOutcome(context: CallContext, success: SuccessfulOperation): Promise<Applied> {
  return (await appliers[success.operation.code as OperationCode]?.(context, success)) ?? {};
}

/** A discovery may have met the account first: then it is attached, not made twice. */
async function accountCreated(
  context: ServiceContext,
  { request, operation, outcome }: SuccessfulOperation,
): Promise<Applied> {
  const { store } = context;
  const object = outcome.object;
  if (!object) return {};
  const where = { targetSystemKey: operation.targetSystemKey, stableId: object.id };
  const [known] = await store.select("accounts", { where, limit: 1 });
  const key = known?.key ?? objectKey({ type: "account", ...where });
  const account = {
    ...where,
    key,
    longId: object.name,
    shortId: object.name,
    displayId: object.name,
    ...(operation.associatedBy === "none"
      ? {}
      : { userKey: request.recipientKey, associatedBy: operation.associatedBy ?? "auto" }),
    enabled: true,
    discoveredHash: null,
  };
  await store.save("accounts", account);
  await writeAttributes(context, { type: "account", key, attributes: object.attributes });
  await rememberPassword(context, operation, key);
  return { accountKey: key, name: object.name };
}

async function groupCreated(context: ServiceContext, { operation, outcome }: SuccessfulOperation): Promise<Applied> {
  const { store } = context;
  const object = outcome.object;
  if (!object) return {};
  const where = { targetSystemKey: operation.targetSystemKey, stableId: object.id };
  const [known] = await store.select("groups", { where, limit: 1 });
  const key = known?.key ?? objectKey({ type: "group", ...where });
  const group = {
    ...where,
    key,
    longId: object.name,
    shortId: object.name,
    displayId: object.name,
    managed: true,
    discoveredHash: null,
  };
  await store.save("groups", group);
  await writeAttributes(context, { type: "group", key, attributes: object.attributes });
  return { groupKey: key, name: object.name };
}

async function accountDeleted(
  context: ServiceContext,
  { operation: { accountKey } }: SuccessfulOperation,
): Promise<Applied> {
  const account = accountKey === null ? undefined : await context.store.get("accounts", accountKey);
  if (!account) return {};
  await removeObject(context, { type: "account", key: account.key });
  return { name: account.shortId };
}

async function groupDeleted(
  context: ServiceContext,
  { operation: { groupKey } }: SuccessfulOperation,
): Promise<Applied> {
  const group = groupKey === null ? undefined : await context.store.get("groups", groupKey);
  if (!group) return {};
  await removeObject(context, { type: "group", key: group.key });
  return { name: group.shortId };
}

async function accountChanged(
  context: ServiceContext,
  { operation }: SuccessfulOperation,
  changes: Partial<Row<"accounts">>,
): Promise<Applied> {
  const account = await accountOf(context, operation);
  if (!account) return {};
  // What we have changed ourselves, the next discovery must look at again.
  await context.store.save("accounts", { ...changes, key: account.key, discoveredHash: null });
  return { accountKey: account.key, name: account.shortId };
}

async function passwordChanged(context: ServiceContext, success: SuccessfulOperation): Promise<Applied> {
  const { mustChange, accountKey } = success.operation;
  if (accountKey !== null) await rememberPassword(context, success.operation, accountKey);
  const now = { lastPasswordChange: context.clock.now(), passwordExpired: mustChange === true };
  return accountChanged(context, success, now);
}

/** The password was right, so the account is the claimant's; `unclaimable` has seen before that nobody else keeps it. */
async function accountClaimed(context: ServiceContext, { request, operation }: SuccessfulOperation): Promise<Applied> {
  const account = await accountOf(context, operation);
  if (!account) return {};
  await context.store.save("accounts", { key: account.key, userKey: request.recipientKey, associatedBy: "claim" });
  return { accountKey: account.key, name: account.shortId };
}

async function attributesUpdated(context: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
  const account = await accountOf(context, operation);
  if (!account) return {};
  await writeAttributes(context, { type: "account", key: account.key, attributes: operation.attributes });
  return { accountKey: account.key, name: account.shortId };
}

async function groupUpdated(context: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
  const group = await groupOf(context, operation);
  if (!group) return {};
  await writeAttributes(context, { type: "group", key: group.key, attributes: operation.attributes });
  return { groupKey: group.key, name: group.shortId };
}

async function membershipChanged(context: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
  const { store } = context;
  const account = await accountOf(context, operation);
  const group = await groupOf(context, operation);
  if (!account || !group) return {};
  const where = { groupKey: group.key, accountKey: account.key };
  const [known] = await store.select("groupMemberships", { where, limit: 1 });
  if (operation.code === "GRUA" && !known) {
    const key = namedGuid(membershipName(group.key, account.key));
    await store.save("groupMemberships", { key, ...where });
  }
  if (operation.code === "GRUD" && known) await store.remove("groupMemberships", known.key);
  return { accountKey: account.key, groupKey: group.key, name: account.shortId };
}

/** Owners are people: of an account that belongs to nobody the target alone knows what it owns. */
async function ownershipChanged(context: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
  const { store, ids } = context;
  const account = await accountOf(context, operation);
  const group = await groupOf(context, operation);
  if (!account || !group) return {};
  const applied = { accountKey: account.key, groupKey: group.key, name: account.shortId };
  if (account.userKey === null) return applied;
  const where = { groupKey: group.key, userKey: account.userKey };
  const [known] = await store.select("groupOwners", { where, limit: 1 });
  if (operation.code === "GROA" && !known) await store.add("groupOwners", { key: ids.guid(), ...where });
  if (operation.code === "GROD" && known) await store.remove("groupOwners", known.key);
  return applied;
}

/** The account an operation names, or the one that its request has created on the target. */
async function accountOf(
  { store }: ServiceContext,
  operation: Row<"requestOperations">,
): Promise<Row<"accounts"> | undefined> {
  const key = operation.accountKey ?? (await creatorOf(store, operation, "ACUA"))?.accountKey ?? null;
  return key === null ? undefined : store.get("accounts", key);
}

async function groupOf(
  { store }: ServiceContext,
  operation: Row<"requestOperations">,
): Promise<Row<"groups"> | undefined> {
  const key = operation.groupKey ?? (await creatorOf(store, operation, "CRTG"))?.groupKey ?? null;
  return key === null ? undefined : store.get("groups", key);
}

async function creatorOf(
  store: ServiceContext["store"],
  { requestKey, targetSystemKey }: Row<"requestOperations">,
  code: "ACUA" | "CRTG",
): Promise<Row<"requestOperations"> | undefined> {
  const [creator] = await store.select("requestOperations", {
    where: { requestKey, targetSystemKey, code, result: "S" },
    limit: 1,
  });
  return creator;
}

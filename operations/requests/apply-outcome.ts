import type { OrderAttributes, Outcome } from "#domain/order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../context.ts";

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

/** Brings the service's rows of accounts, groups and memberships up to what the target has become. */
export async function applyOutcome(context: CallContext, success: SuccessfulOperation): Promise<Applied> {
  switch (success.operation.code) {
    case "ACUA":
      return accountCreated(context, success);
    case "CRTG":
      return groupCreated(context, success);
    case "DELU":
      return accountDeleted(context, success);
    case "DELG":
      return groupDeleted(context, success);
    case "ENAU":
    case "DNAU":
      return accountEnabled(context, success, success.operation.code === "ENAU");
    case "UPDA":
      return attributesUpdated(context, success);
    case "GRUA":
    case "GRUD":
      return membershipChanged(context, success);
    default:
      return {};
  }
}

/** A discovery may have met the account first: then it is attached, not made twice. */
async function accountCreated(
  context: ServiceContext,
  { request, operation, outcome }: SuccessfulOperation,
): Promise<Applied> {
  const { store, ids } = context;
  const object = outcome.object;
  if (!object) return {};
  const where = { targetSystemKey: operation.targetSystemKey, stableId: object.id };
  const [known] = await store.select("accounts", { where, limit: 1 });
  const key = known?.key ?? ids.guid();
  await store.save("accounts", {
    ...where,
    key,
    longId: object.name,
    shortId: object.name,
    displayId: object.name,
    userKey: request.recipientKey,
    associatedBy: "auto",
    enabled: true,
  });
  await writeAttributes(context, key, object.attributes);
  return { accountKey: key, name: object.name };
}

async function groupCreated(
  { store, ids }: ServiceContext,
  { operation, outcome }: SuccessfulOperation,
): Promise<Applied> {
  const object = outcome.object;
  if (!object) return {};
  const where = { targetSystemKey: operation.targetSystemKey, stableId: object.id };
  const [known] = await store.select("groups", { where, limit: 1 });
  const key = known?.key ?? ids.guid();
  await store.save("groups", {
    ...where,
    key,
    longId: object.name,
    shortId: object.name,
    displayId: object.name,
    managed: true,
  });
  return { groupKey: key, name: object.name };
}

async function accountDeleted(
  { store }: ServiceContext,
  { operation: { accountKey } }: SuccessfulOperation,
): Promise<Applied> {
  const account = accountKey === null ? undefined : await store.get("accounts", accountKey);
  if (!account) return {};
  for (const { key } of await store.select("groupMemberships", { where: { accountKey: account.key } })) {
    await store.remove("groupMemberships", key);
  }
  for (const { key } of await store.select("accountAttributes", { where: { accountKey: account.key } })) {
    await store.remove("accountAttributes", key);
  }
  await store.remove("accounts", account.key);
  return { name: account.shortId };
}

async function groupDeleted(
  { store }: ServiceContext,
  { operation: { groupKey } }: SuccessfulOperation,
): Promise<Applied> {
  const group = groupKey === null ? undefined : await store.get("groups", groupKey);
  if (!group) return {};
  for (const { key } of await store.select("groupMemberships", { where: { groupKey: group.key } })) {
    await store.remove("groupMemberships", key);
  }
  await store.remove("groups", group.key);
  return { name: group.shortId };
}

async function accountEnabled(
  context: ServiceContext,
  { operation }: SuccessfulOperation,
  enabled: boolean,
): Promise<Applied> {
  const account = await accountOf(context, operation);
  if (!account) return {};
  await context.store.save("accounts", { key: account.key, enabled });
  return { accountKey: account.key, name: account.shortId };
}

async function attributesUpdated(context: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
  const account = await accountOf(context, operation);
  if (!account) return {};
  await writeAttributes(context, account.key, operation.attributes);
  return { accountKey: account.key, name: account.shortId };
}

async function membershipChanged(context: ServiceContext, { operation }: SuccessfulOperation): Promise<Applied> {
  const { store, ids } = context;
  const account = await accountOf(context, operation);
  const group = await groupOf(context, operation);
  if (!account || !group) return {};
  const where = { groupKey: group.key, accountKey: account.key };
  const [known] = await store.select("groupMemberships", { where, limit: 1 });
  if (operation.code === "GRUA" && !known) await store.save("groupMemberships", { key: ids.guid(), ...where });
  if (operation.code === "GRUD" && known) await store.remove("groupMemberships", known.key);
  return { accountKey: account.key, groupKey: group.key, name: account.shortId };
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

/** Replaces the values of the attributes that are named; others stay. */
async function writeAttributes(
  { store, ids }: ServiceContext,
  accountKey: string,
  attributes: OrderAttributes,
): Promise<void> {
  const known = await store.select("accountAttributes", { where: { accountKey } });
  for (const [name, values] of Object.entries(attributes)) {
    const before = known.filter((row) => row.name === name).toSorted((a, b) => a.sequence - b.sequence);
    for (const [sequence, value] of values.entries()) {
      const key = before[sequence]?.key ?? ids.guid();
      await store.save("accountAttributes", { key, accountKey, name, sequence, value: String(value) });
    }
    for (const surplus of before.slice(values.length)) await store.remove("accountAttributes", surplus.key);
  }
}

import { definitionOf } from "#domain/requests/operation-codes.ts";
import type { OrderAttributes } from "#domain/requests/order.ts";
import { historical } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

const tablesOf = {
  account: {
    own: "accounts",
    attributes: "accountAttributes",
    others: ["groupMemberships", "passwordDigests"],
    column: "accountKey",
  },
  group: {
    own: "groups",
    attributes: "groupAttributes",
    others: ["groupMemberships", "groupOwners"],
    column: "groupKey",
  },
} as const;

/** Type of a target's objects for which the service keeps rows. */
export type ObjectType = keyof typeof tablesOf;

/** Row of an object of a type. */
export type ObjectRow<T extends ObjectType> = Row<OwnTable<T>>;

type OwnTable<T extends ObjectType> = (typeof tablesOf)[T]["own"];

type Store = Pick<ServiceContext["store"], "get" | "select">;
type Operation = Row<"requestOperations">;

/** Type and key of an account or a group. */
export interface ObjectKey {
  readonly type: ObjectType;
  readonly key: string;
}

/** Finds the account or group that an operation names, or the one that its request has created on the target. */
export async function objectOf<T extends ObjectType>(
  store: Store,
  operation: Operation,
  type: T,
): Promise<ObjectRow<T> | undefined> {
  const { own, column } = tablesOf[type];
  const key = operation[column] ?? (await creatorOf(store, operation, type))?.[column] ?? null;
  return key === null ? undefined : store.get<OwnTable<T>>(own, key);
}

async function creatorOf(store: Store, operation: Operation, type: ObjectType): Promise<Operation | undefined> {
  const { requestKey, targetSystemKey } = operation;
  const done = await store.select("requestOperations", { where: { requestKey, targetSystemKey, result: "S" } });
  return done.find(({ code }) => definitionOf(code).creates === type);
}

/** Finds the row of an object by its immutable ID on its target. */
export async function objectById(
  store: Store,
  type: ObjectType,
  where: { readonly targetSystemKey: string; readonly stableId: string },
): Promise<ObjectRow<ObjectType> | undefined> {
  const [known] = await store.select(tablesOf[type].own, { where, limit: 1 });
  return known;
}

/** Returns the rows of an object's attributes, by name and then in the order of their values. */
export function attributeRows(store: Store, { type, key }: ObjectKey) {
  const { attributes, column } = tablesOf[type];
  return store.select(attributes, {
    where: { [column]: key },
    orderBy: [
      ["name", "asc"],
      ["sequence", "asc"],
    ],
  });
}

/** Replaces the values of the named attributes; others stay. */
export async function writeAttributes(
  { store, ids }: ServiceContext,
  { type, key: owner, attributes }: ObjectKey & { readonly attributes: OrderAttributes },
): Promise<void> {
  const { own, attributes: table, column } = tablesOf[type];
  // The next discovery must check the changes of the service again.
  if (((await store.get(own, owner))?.discoveredHash ?? null) !== null)
    await store.save(own, { key: owner, discoveredHash: null });
  if (Object.keys(attributes).length === 0) return;
  const known = await store.select(table, { where: { [column]: owner } });
  for (const [name, values] of Object.entries(attributes)) {
    const before = known.filter((row) => row.name === name).toSorted((a, b) => a.sequence - b.sequence);
    for (const [sequence, value] of values.entries()) {
      const row = { key: before[sequence]?.key ?? ids.guid(), [column]: owner, name, sequence, value: String(value) };
      await (before[sequence] ? store.save(table, row) : store.add(table, row));
    }
    for (const surplus of before.slice(values.length)) await store.remove(table, surplus.key);
  }
}

/** An object as its target shows it, with the attributes of a change. */
interface ShownObject extends ObjectKey {
  readonly attributes: OrderAttributes;
  /** Attributes of the object that were too large to report: their known values stay. */
  readonly leftOut?: readonly string[];
  readonly asked: readonly string[];
}

/** Makes the attributes of an object equal to those on its target; attributes that are no longer there are removed. */
export async function replaceAttributes(
  context: ServiceContext,
  { type, key, attributes, leftOut = [], asked }: ShownObject,
): Promise<void> {
  const known = await attributeRows(context.store, { type, key });
  const gone = new Set([...known.map(({ name }) => name), ...asked]);
  for (const name of [...Object.keys(attributes), ...leftOut]) gone.delete(name);
  const none: OrderAttributes = Object.fromEntries([...gone].map((name) => [name, []]));
  await writeAttributes(context, { type, key, attributes: { ...none, ...attributes } });
}

/** Updates the name of an object, if it differs from the stored one. */
export async function renameObject(
  { store }: ServiceContext,
  { type, key, name }: ObjectKey & { readonly name: string },
): Promise<void> {
  const { own } = tablesOf[type];
  const row = await store.get(own, key);
  if (row === undefined || row.longId === name) return;
  await store.save(own, { key, longId: name, shortId: name, displayId: name });
}

/** Deletes an object's row with all its rows; a managed account outlives its account. */
export async function removeObject({ store }: ServiceContext, { type, key: owner }: ObjectKey): Promise<void> {
  const { own, attributes, others, column } = tablesOf[type];
  for (const table of [attributes, ...others]) {
    for (const { key } of await store.select(table, { where: { [column]: owner } })) await store.remove(table, key);
  }
  if (type === "account") {
    await store.remove("passwordHistories", owner);
    await store.remove("passwordExpiryNotices", owner);
    for (const { key } of await store.select("passwordReports", { where: { accountKey: owner } }))
      await store.remove("passwordReports", key);
    await outlive(store, owner);
  }
  await store.remove(own, owner);
}

async function outlive(store: ServiceContext["store"], accountKey: string): Promise<void> {
  const accountName = (await store.get("accounts", accountKey))?.shortId ?? null;
  for (const { key } of await store.select("managedAccounts", { where: { accountKey } }))
    await store.save("managedAccounts", { key, ...historical, accountName });
}

import type { Row } from "#store/tables.ts";

import type { RequestRoom } from "../request-room.ts";
import type { RealObject, World } from "./world.ts";

/** The rows of a target at one moment, in the order of the IDs of its objects. */
export interface RecordOfWorld {
  readonly accounts: readonly Row<"accounts">[];
  readonly groups: readonly Row<"groups">[];
  /** Memberships, each as "account in group" by the IDs of the target. */
  readonly memberships: readonly string[];
}

type Store = RequestRoom["store"];

/** Reads the rows of a world. */
export async function recordOf(store: Store, { id: targetSystemKey }: World): Promise<RecordOfWorld> {
  const where = { targetSystemKey };
  const accounts = (await store.select("accounts", { where })).toSorted(byStableId);
  const groups = (await store.select("groups", { where })).toSorted(byStableId);
  const ids = new Map(accounts.map(({ key, stableId }) => [key, stableId]));
  const memberships: string[] = [];
  for (const { key: groupKey, stableId } of groups)
    for (const { accountKey } of await store.select("groupMemberships", { where: { groupKey } }))
      memberships.push(`${ids.get(accountKey)} in ${stableId}`);
  return { accounts, groups, memberships: memberships.toSorted() };
}

/** Writes the rows of a world as one text, to compare it with `realityText`. */
export async function recordText(store: Store, world: World): Promise<string> {
  const { accounts, groups, memberships } = await recordOf(store, world);
  const lines: string[] = [];
  for (const { key, stableId, shortId } of accounts)
    lines.push(`${stableId} ${shortId} ${await attributesText(store, key)}`);
  return [...lines, ...groups.map(({ stableId, shortId }) => `${stableId} ${shortId}`), ...memberships].join("; ");
}

/** Writes the real objects of a world as one text. */
export function realityText(world: World): string {
  const ofType = (type: RealObject["type"]) =>
    [...world.objects.values()].filter((one) => one.type === type).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const accounts = ofType("account").map(({ id, name, attributes }) => `${id} ${name} ${sortedText(attributes)}`);
  const groups = ofType("group").map(({ id, name }) => `${id} ${name}`);
  const memberships = ofType("group").flatMap(({ id, members }) => [...members].map((one) => `${one} in ${id}`));
  return [...accounts, ...groups, ...memberships.toSorted()].join("; ");
}

/** Writes the stored attributes of an account as one text. */
export async function attributesText(store: Store, accountKey: string): Promise<string> {
  const rows = await store.select("accountAttributes", { where: { accountKey } });
  const ordered = rows.toSorted((a, b) => a.sequence - b.sequence);
  const values = Map.groupBy(ordered, ({ name }) => name);
  return sortedText(Object.fromEntries([...values].map(([name, of]) => [name, of.map(({ value }) => value)])));
}

/** Writes attributes in the order of their names. */
export function sortedText(attributes: Readonly<Record<string, readonly unknown[]>>): string {
  return JSON.stringify(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function byStableId(a: { readonly stableId: string }, b: { readonly stableId: string }): number {
  return a.stableId < b.stableId ? -1 : 1;
}

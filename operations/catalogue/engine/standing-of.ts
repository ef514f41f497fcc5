import { itemGivenBy } from "#domain/catalogue/form-codes.ts";
import { groupHeld, type HeldAnswer, templateHeld } from "#domain/catalogue/item-standing.ts";
import { allOf, anyOf, eq, oneOf, related } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { openStatuses } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Item } from "./save-details.ts";

type Stored = Pick<CallContext, "store">;

/** Standing of a person to an item: if they have it, and the open request that asks for it. */
export interface ItemStanding extends Pick<Item, "key"> {
  readonly held: HeldAnswer;
  /** Key and number of the oldest open request that gives it to them; null if there is none. */
  readonly requestKey: string | null;
  readonly requestNumber: string | null;
}

/** Returns the standing of a person to items: a few statements for all of them. */
export async function standingOf(
  { store }: Stored,
  userKey: string,
  items: readonly Item[],
): Promise<readonly ItemStanding[]> {
  const given = await givenByTemplates({ store }, items);
  const parts = [...given.values()].flat();
  const targets = [
    ...new Set([
      ...items.flatMap(({ targetSystemKey }) => targetSystemKey ?? []),
      ...parts.flatMap(({ targetSystemKey }) => targetSystemKey ?? []),
    ]),
  ];
  const groupKeys = [
    ...items.flatMap(({ resourceType, key }) => (resourceType === "managedGroup" ? [key] : [])),
    ...parts.flatMap(({ groupKey }) => groupKey ?? []),
  ];
  const accounts = await store.select("accounts", {
    where: allOf(eq("userKey", userKey), oneOf("targetSystemKey", targets)),
  });
  const heldGroup = await heldGroups({ store }, accounts, groupKeys);
  const accountsOn = Map.groupBy(accounts, ({ targetSystemKey }) => targetSystemKey);
  const askedBy = await openGifts({ store }, userKey);
  const askedByTemplates = await openByTemplates({ store }, userKey, items);
  const roles = await heldRoles({ store }, userKey, items);
  const heldPart = ({ targetSystemKey, groupKey }: Part): HeldAnswer => {
    const here = accountsOn.get(targetSystemKey ?? "")?.length ?? 0;
    if (groupKey !== null) return heldGroup(groupKey, here);
    return here > 0 ? "yes" : "no";
  };
  const heldOf = ({ resourceType, key, targetSystemKey }: Item): HeldAnswer => {
    if (resourceType === "role") return roles.has(key) ? "yes" : "no";
    if (resourceType === "template") return templateHeld((given.get(key) ?? []).map(heldPart));
    return heldPart({ targetSystemKey: targetSystemKey ?? "", groupKey: resourceType === "managedGroup" ? key : null });
  };
  return items.map((item) => {
    const asked = askedBy.get(nameOf(item.resourceType, item.key)) ?? askedByTemplates.get(item.key);
    return {
      key: item.key,
      held: heldOf(item),
      requestKey: asked?.key ?? null,
      requestNumber: asked?.number ?? null,
    };
  });
}

/** A part of what a template gives: an account on a target system, or a membership or ownership of a group. */
type Part = Pick<Row<"requestOperations">, "targetSystemKey" | "groupKey">;

/** Returns what templates among items give, by their keys. */
async function givenByTemplates(
  { store }: Stored,
  items: readonly Item[],
): Promise<ReadonlyMap<string, readonly Part[]>> {
  const keys = items.flatMap(({ key, resourceType }) => (resourceType === "template" ? [key] : []));
  const templates = keys.length === 0 ? [] : await store.select("templates", { where: oneOf("key", keys) });
  return new Map(
    templates.map(({ key, operations }) => [key, operations.filter((one) => itemGivenBy(one) !== undefined)]),
  );
}

/** Returns the keys of the roles among items that a person has. */
async function heldRoles({ store }: Stored, userKey: string, items: readonly Item[]): Promise<ReadonlySet<string>> {
  const keys = items.flatMap(({ key, resourceType }) => (resourceType === "role" ? [key] : []));
  const where = allOf(eq("userKey", userKey), oneOf("roleKey", keys));
  const rows = keys.length === 0 ? [] : await store.select("roleMembers", { where });
  return new Set(rows.map(({ roleKey }) => roleKey));
}

/** Returns the open requests by templates for a person, by the templates; of several by one template the oldest. */
async function openByTemplates(
  { store }: Stored,
  recipientKey: string,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Row<"reqbatch">>> {
  const keys = items.flatMap(({ key, resourceType }) => (resourceType === "template" ? [key] : []));
  if (keys.length === 0) return new Map();
  const requests = await store.select("reqbatch", {
    where: allOf(
      eq("recipientKey", recipientKey),
      oneOf("status", openStatuses),
      related("batch", oneOf("templateKey", keys)),
    ),
    orderBy: [["createdAt", "desc"]],
  });
  const batchKeys = requests.flatMap(({ batchKey }) => batchKey ?? []);
  const batches = await store.select("requestBatches", { where: oneOf("key", batchKeys) });
  const templateOf = new Map(batches.map(({ key, templateKey }) => [key, templateKey]));
  return new Map(requests.map((request) => [templateOf.get(request.batchKey ?? "") ?? "", request]));
}

async function heldGroups(
  { store }: Stored,
  accounts: readonly Row<"accounts">[],
  keys: readonly string[],
): Promise<(groupKey: string, accountsThere: number) => HeldAnswer> {
  const accountKeys = accounts.map(({ key }) => key);
  const memberships = await store.select("groupMemberships", {
    where: allOf(oneOf("accountKey", accountKeys), oneOf("groupKey", keys)),
  });
  const hidden = await store.select("groups", { where: allOf(oneOf("key", keys), eq("membersHidden", true)) });
  const hiddenKeys = new Set(hidden.map(({ key }) => key));
  const byGroup = Map.groupBy(memberships, ({ groupKey }) => groupKey);
  return (groupKey, count) =>
    groupHeld({
      memberships: byGroup.get(groupKey) ?? [],
      membersHidden: hiddenKeys.has(groupKey),
      accounts: count,
    });
}

const nameOf = (resourceType: string, key: string) => `${resourceType} ${key}`;

/** Returns the open requests that give items to a person, by the items; of several requests for one item the oldest. */
async function openGifts({ store }: Stored, recipientKey: string): Promise<ReadonlyMap<string, Row<"reqbatch">>> {
  const isOpen = allOf(eq("recipientKey", recipientKey), oneOf("status", openStatuses), eq("direct", false));
  const requests = await store.select("reqbatch", { where: isOpen, orderBy: [["createdAt", "asc"]] });
  const requestOf = new Map(requests.map((request) => [request.key, request]));
  const operations = await store.select("requestOperations", {
    where: allOf(
      oneOf("requestKey", [...requestOf.keys()]),
      anyOf(eq("result", null), eq("result", OperationResult.Pending)),
    ),
  });
  const gifts = new Map<string, Row<"reqbatch">>();
  for (const operation of operations) {
    const item = itemGivenBy(operation);
    const request = requestOf.get(operation.requestKey);
    // Accounts without owner are nobody's, although their request names its requester.
    if (item === undefined || request === undefined || operation.associatedBy === "none") continue;
    const name = nameOf(item.resourceType, item.resourceKey);
    const known = gifts.get(name);
    if (known === undefined || request.createdAt < known.createdAt) gifts.set(name, request);
  }
  return gifts;
}

import { z } from "zod";

import { type DiscoveredItem, type DiscoveredType, discoveredTypes } from "#domain/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { isFinalResult, type OperationResult } from "#domain/operation-result.ts";
import type { StagedItems, StagedMember, StagedObject } from "#store/discovery/staging.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { enrolledProxy } from "../proxies/enrolled-proxy.ts";
import { sha256 } from "../proxies/signatures.ts";
import { type Discovery, lockedDiscovery, saveDiscovery } from "./discovery-of.ts";
import { type HashedItem, readItems } from "./read-items.ts";

const chunkInput = z.strictObject({
  operationKey: z.string().min(1).max(100),
  sends: z.int().min(1),
  number: z.int().min(0),
  type: z.enum(discoveredTypes),
  cursor: z.string().nullable(),
  last: z.boolean(),
  token: z.string().nullable(),
  items: z.int().min(0),
  hash: z.string().max(64),
  data: z.base64(),
});

/**
 * Stages a chunk of a listing. Only the next number of the latest hand-out is taken; the last one again, as its answer may
 * have been lost, changes nothing.
 * @throws LISTING_INVALID, LISTING_REFUSED, FORBIDDEN, PROXY_SIGNATURE_INVALID
 */
export const takeChunk = defineOperation({
  name: "proxies.takeChunk",
  operationType: "PROXY_CHUNK",
  input: chunkInput,
  policies: [],
  callers: ["proxy"],
  audit: {
    operation: "PXCH",
    when: "refusalOnly",
    describe: ({ operationKey, number }) => ({ ident: operationKey, message: String(number) }),
  },
  prepare: (_context, input) => readItems(input),
  async run(context, input, items): Promise<{ taken: number }> {
    const { operationKey, sends, number, hash } = input;
    const proxy = await enrolledProxy(context);
    const { staging } = context.store;
    const operation = await lockedDiscovery(context, operationKey);
    if (operation.proxyServer !== proxy.id) throw new ServiceError("FORBIDDEN");
    const before = await staging.newest(operationKey);
    const next = before === undefined ? 0 : before.number + 1;
    if (!isListing(operation, sends)) throw new ServiceError("LISTING_REFUSED");
    if (before?.number === number && before.hash === hash) return { taken: next };
    if (number !== next) throw new ServiceError("LISTING_REFUSED");
    const { type, cursor, last, token } = input;
    const chain = sha256(`${before?.chain ?? ""}${hash}`);
    const staged = await stagedItems(context, items, operation.targetSystemKey, type);
    const chunk = { number, type, hash, chain, items: items.length, cursor, last, token };
    await staging.stage(operationKey, operation.targetSystemKey, { ...chunk, ...staged });
    await saveDiscovery(context, operation, {
      listed: operation.discovery.listed + items.length,
      chunks: next + 1,
    });
    return { taken: next + 1 };
  },
});

/** Whether what this hand-out brings is still wanted. */
function isListing({ result, sends, discovery }: Discovery, sent: number): boolean {
  return !isFinalResult(result as OperationResult | null) && discovery.phase === "listing" && sends === sent;
}

/** Whether groups that a listing finds become managed. */
export async function groupsBecomeManaged({ store }: CallContext, targetSystemId: string): Promise<boolean> {
  const [option] = await store.select("targetSystemOptions", {
    where: { targetSystemId, name: "automaticallyDiscoverResourcesToLoad" },
    limit: 1,
  });
  return option?.value === true;
}

/** The attributes that are defined not to be loaded from the target. */
async function ignoredAttributes(
  { store }: CallContext,
  targetSystemId: string,
  type: "account" | "group",
): Promise<ReadonlySet<string>> {
  const discoveredObjectType = type === "account" ? "user" : "group";
  const rows = await store.select("targetSystemAttributeDefinitions", {
    where: { targetSystemId, discoveredObjectType, loadFromTarget: false },
  });
  return new Set(rows.map(({ attribute }) => attribute));
}

const unknownState = { enabled: null, locked: null, expired: null, passwordExpired: null };

async function stagedItems(
  context: CallContext,
  items: readonly HashedItem[],
  targetSystemKey: string,
  type: DiscoveredType,
): Promise<StagedItems> {
  const { ids, clock } = context;
  const ignored = await ignoredAttributes(context, targetSystemKey, type);
  // What is loaded of an object depends on the definitions too.
  const salt =
    [...ignored].toSorted().join(" ") + ((await groupsBecomeManaged(context, targetSystemKey)) ? "managed" : "");
  const objects: StagedObject[] = [];
  const members: StagedMember[] = [];
  for (const { item, hash: lineHash } of items) {
    const newKey = ids.guid();
    const hash = salt === "" ? lineHash : sha256(`${lineHash}${salt}`);
    if (item.kind === "member") members.push(stagedMember(item, newKey));
    else if (item.kind === "gone")
      objects.push({ id: item.id, name: "", hash, removed: true, values: [], ...unknownState, newKey });
    else objects.push({ ...stagedObject(item, ignored, clock.now()), hash, newKey });
  }
  return { objects, members };
}

function stagedMember(item: Extract<DiscoveredItem, { kind: "member" }>, newKey: string): StagedMember {
  const { group: groupId, id, name: memberName } = item;
  const place = sha256([groupId, id ?? "", id === undefined ? memberName : ""].join("\n"));
  return { place, groupId, memberId: id ?? null, memberName, newKey };
}

function stagedObject(
  item: Extract<DiscoveredItem, { kind: "object" }>,
  ignored: ReadonlySet<string>,
  nowMs: number,
): Omit<StagedObject, "hash" | "newKey"> {
  const { id, name, attributes, enabled, locked, passwordExpired, expiresAt } = item;
  return {
    id,
    name,
    removed: false,
    values: valuesOf(attributes, ignored),
    enabled: enabled ?? null,
    locked: locked ?? null,
    expired: expiresAt === undefined ? null : Date.parse(expiresAt) <= nowMs,
    passwordExpired: passwordExpired ?? null,
  };
}

function valuesOf(
  attributes: Readonly<Record<string, readonly (string | number | boolean)[]>>,
  ignored: ReadonlySet<string>,
): StagedObject["values"] {
  return Object.entries(attributes)
    .filter(([name]) => !ignored.has(name))
    .flatMap(([name, values]) => values.map((value, sequence) => ({ name, sequence, value: String(value) })));
}

import { hash as hashOf } from "node:crypto";

import { z } from "zod";

import { type DiscoveredItem, discoveredTypes, type DiscoveryChunk } from "#domain/discovery/discovery.ts";
import { cutWords, leftOutWords } from "#domain/discovery/left-out.ts";
import { ServiceError } from "#domain/errors.ts";
import { guidSeries } from "#domain/guid-series.ts";
import { stampedAt } from "#domain/replication/stamp.ts";
import { chunkHashMaxCharacters, operationKeyMaxCharacters } from "#domain/report-limits.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import { objectKey } from "#platform/object-key.ts";
import type { StagedValue } from "#store/changes/value-texts.ts";
import type { StagedItems, StagedMember, StagedObject } from "#store/discovery/staging.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { enrolledProxy } from "../proxies/engine/enrolled-proxy.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import { type Discovery, lockedDiscovery, saveDiscovery, withLeftOut } from "./engine/discovery-of.ts";
import { hashSalt, ignoredAttributes } from "./engine/load-options.ts";
import { readItems } from "./engine/read-items.ts";

const attributeNameMax = 190;
const secretAttributesMax = 1000;

const chunkInput = z.strictObject({
  operationKey: z.string().min(1).max(operationKeyMaxCharacters),
  sends: z.int().min(1),
  number: z.int().min(0),
  type: z.enum(discoveredTypes),
  cursor: z.string().nullable(),
  last: z.boolean(),
  token: z.string().nullable(),
  items: z.int().min(0),
  hash: z.string().max(chunkHashMaxCharacters),
  data: z.base64(),
  secretAttributes: z.array(z.string().min(1).max(attributeNameMax)).max(secretAttributesMax).exactOptional(),
});

/**
 * Stages a chunk of a listing. Only the next number of the latest hand-out is accepted. The last number again changes nothing, because its
 * answer may have been lost.
 * @throws LISTING_INVALID, LISTING_REFUSED, FORBIDDEN, PROXY_SIGNATURE_INVALID
 */
export const stageChunk = defineOperation({
  name: "proxies.stageChunk",
  input: chunkInput,
  callers: ["proxy"],
  audit: {
    operation: "PXCH",
    when: "refusalOnly",
    describe: ({ operationKey, number }) => ({ ident: operationKey, message: String(number) }),
  },
  prepare: stagedItems,
  async run(context, input, staged): Promise<{ taken: number }> {
    const { operationKey, sends, number, hash, items } = input;
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
    const chunk = { number, type, hash, chain, items, cursor, last, token };
    const { leftOut, ...read } = staged;
    await staging.stage(operationKey, { ...chunk, ...read });
    await keepSecretNames(context, operation, input);
    await saveDiscovery(context, operation, {
      listed: operation.discovery.listed + items,
      listedMemberships: (operation.discovery.listedMemberships ?? 0) + staged.members.length,
      chunks: next + 1,
      ...(leftOut.length > 0 && {
        leftOut: withLeftOut(operation, leftOut),
      }),
    });
    return { taken: next + 1 };
  },
});

/** Stores the secret attributes of the connector's own schema at once, whether or not the listing is loaded. */
async function keepSecretNames(
  { store }: CallContext,
  { targetSystemKey: id }: Discovery,
  { type, secretAttributes: names }: DiscoveryChunk,
): Promise<void> {
  if (names === undefined) return;
  const target = await store.get("targetSystems", id);
  if (target)
    await store.save("targetSystems", { id, secretAttributes: { ...target.secretAttributes, [type]: names } });
}

/** Reports whether chunks of this hand-out are still wanted. */
function isListing({ result, sends, discovery }: Discovery, sent: number): boolean {
  return !isFinalResult(result) && discovery.phase === "listing" && discovery.decision === null && sends === sent;
}

const unsaid = {
  enabled: null,
  locked: null,
  expired: null,
  passwordExpired: null,
  passwordExpiresAt: null,
} as const;

/** Items of a chunk, with the left-out ones in words. */
interface ReadChunk extends StagedItems {
  readonly leftOut: readonly string[];
}

/** Parses the items, and prepares everything that needs no transaction. */
async function stagedItems(context: CallContext, chunk: DiscoveryChunk): Promise<ReadChunk> {
  const { store, ids, clock } = context;
  const { type } = chunk;
  const items = await readItems(chunk);
  const operation = (await store.get("requestOperations", chunk.operationKey)) as Discovery | undefined;
  if (!operation?.discovery) return { objects: [], members: [], hidden: [], leftOut: [] };
  const { targetSystemKey, discovery } = operation;
  const ignored = (await ignoredAttributes(context, targetSystemKey))[type];
  const salt = await hashSalt(context, targetSystemKey);
  const nowMs = clock.now();
  // The keys of a later chunk are greater, whichever process stages it and whatever its clock says.
  const nextKey = guidSeries(stampedAt(discovery.startedStamp) + chunk.number, ids.guid());
  const objects: StagedObject[] = [];
  const members: StagedMember[] = [];
  const hidden: string[] = [];
  const leftOut: string[] = [];
  for (const { item, line } of items) {
    leftOut.push(...saidOf(type, item));
    if (item.kind === "member") members.push(stagedMember(item, nextKey()));
    else if (item.kind === "hidden") hidden.push(item.group);
    else if (item.kind === "object") {
      const newKey = nextKey();
      const hash = hashOf("sha256", salt + line, "base64url");
      const rowKey = objectKey({ type, targetSystemKey, stableId: item.id });
      objects.push({
        ...stagedObject(item, nowMs),
        hash,
        newKey,
        rowKey,
        values: stagedValues(item, ignored, nextKey),
      });
    } else if (item.kind !== "cut" && item.id !== undefined) {
      const { id } = item;
      // Unreadable objects and their members are not removed.
      if (item.kind === "leftOut" && type === "group") hidden.push(id);
      const state = item.kind === "gone" ? "gone" : "known";
      objects.push({ state, id, name: "", hash: "", ...unsaid, newKey: nextKey(), rowKey: "", values: [] });
    }
  }
  return { objects, members, hidden, leftOut };
}

/** Describes an item from which something was left out, for the discovery. */
function saidOf(type: DiscoveryChunk["type"], item: DiscoveredItem): readonly string[] {
  if (item.kind === "leftOut") return [leftOutWords(type, item)];
  return item.kind === "cut" ? [cutWords(type, item)] : [];
}

function stagedMember(item: Extract<DiscoveredItem, { kind: "member" }>, newKey: string): StagedMember {
  const { group: groupId, id, name: memberName, through } = item;
  const isThrough = through === undefined ? [] : [through];
  const place = sha256([groupId, id ?? "", id === undefined ? memberName : "", ...isThrough].join("\n"));
  return { place, groupId, memberId: id ?? null, memberName, through: through ?? null, newKey };
}

type ListedObject = Extract<DiscoveredItem, { kind: "object" }>;

function stagedObject(item: ListedObject, nowMs: number): Omit<StagedObject, "hash" | "newKey" | "rowKey" | "values"> {
  const { id, name, enabled, locked, passwordExpired, passwordExpiresAt, expiresAt } = item;
  return {
    state: "listed",
    id,
    name,
    enabled: enabled ?? null,
    locked: locked ?? null,
    expired: expiredAt(expiresAt, nowMs),
    passwordExpired: passwordExpired ?? null,
    passwordExpiresAt: timeOf(passwordExpiresAt),
  };
}

/** Reports whether an account has expired; null without a valid end time. */
function expiredAt(expiresAt: string | undefined, nowMs: number): boolean | null {
  const endMs = Date.parse(expiresAt ?? "");
  return Number.isNaN(endMs) ? null : endMs <= nowMs;
}

/** Returns a time in milliseconds; null without a valid one between the years 1970 and 9999, which everybody can show. */
function timeOf(told: string | undefined): number | null {
  const ms = Date.parse(told ?? "");
  return ms >= 0 && ms <= latestMs ? ms : null;
}

const latestMs = Date.UTC(9999, 11, 31);

function stagedValues(
  { attributes }: ListedObject,
  ignored: ReadonlySet<string>,
  nextKey: () => string,
): readonly StagedValue[] {
  const staged: StagedValue[] = [];
  for (const [name, values] of Object.entries(attributes)) {
    if (ignored.has(name)) continue;
    for (const [sequence, value] of values.entries()) staged.push([name, sequence, String(value), nextKey()]);
  }
  return staged;
}

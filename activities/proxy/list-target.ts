import { setImmediate as loopTurn } from "node:timers/promises";

import type { Call, Connector, Member, MembersPage, Operations, TargetObject } from "#connectors/contract/index.ts";
import { ConnectorError } from "#connectors/contract/index.ts";
import type { DiscoveryOrder, DiscoveryPart, ListingReport } from "#domain/discovery/discovery.ts";
import { discoveryPageObjects } from "#domain/limits.ts";

import { bounded, boundsOf } from "./bounded.ts";
import type { ChunkSender } from "./chunk-sender.ts";
import type { KnownObjects } from "./known-objects.ts";
import { lineOf, memberLine, objectLines } from "./listing-line.ts";
import { isReadableMember, unreadable } from "./unreadable-object.ts";

/** A listing on one session of its target. */
export interface Listing {
  readonly order: DiscoveryOrder;
  readonly connector: Connector;
  readonly session: unknown;
  readonly call: Call;
  sender(part: DiscoveryPart, from: ListingReport): ChunkSender;
  /** Returns the objects that need not be sent, because they have not changed. */
  known(part: DiscoveryPart): Promise<KnownObjects>;
}

type Plain = Operations<unknown>;

const pageSizeOf = ({ chunkObjects }: DiscoveryOrder): number => Math.min(chunkObjects, discoveryPageObjects);

// So that answers of the API in the meantime are not delayed.
const objectsOfTurn = 100;

/**
 * Lists the remaining types of a target: `serverInfo` first, then each type by pages or, with a token, by the change feed. A type that the
 * connector's schema does not have is not read: it is empty, unless objects of it are on record.
 * @throws config where objects are on record of a type that the target does not name; the connector's errors, and those of the API
 */
export async function listTarget(listing: Listing): Promise<ListingReport> {
  const { order, connector, session, call } = listing;
  const bounds = boundsOf(connector, "serverInfo", call.signal);
  await bounded(bounds, (signal) => connector.definition.operations.serverInfo(session, { ...call, signal }));
  const types = await typesOf(listing);
  let report: ListingReport = { chunks: order.nextNumber, chain: order.chain };
  for (const part of order.parts) {
    const sender = tellingSecrets(listing.sender(part, report), types?.get(part.type));
    try {
      if (types !== undefined && !types.has(part.type)) {
        requireNoneOnRecord(part);
        await sender.end(null);
      } else if (part.token === undefined) await listAll(listing, part, sender);
      else await listChanges(listing, { ...part, token: part.token }, sender);
    } catch (error) {
      // Chunks sent before the failure need not be read again; a failure of the sender itself has been thrown already.
      await sender.settled().catch(() => undefined);
      throw error;
    }
    report = sender.report();
  }
  return report;
}

/**
 * Refuses a type that the target no longer names if objects of it are on record. It is not empty: another name, an update or a lost right
 * hides it.
 * @throws config
 */
function requireNoneOnRecord({ type, onRecord = 0 }: DiscoveryPart): void {
  if (onRecord === 0) return;
  throw new ConnectorError(
    "config",
    `The target does not name the type "${type}" among its types of objects any more, and ${onRecord} objects of it are on record; none was removed. Let the target name it again, or correct the address of the target system.`,
  );
}

/** Returns the same sender, which reports at its end the attributes of the type that hold secrets. */
function tellingSecrets(sender: ChunkSender, secrets: readonly string[] | undefined): ChunkSender {
  return secrets === undefined ? sender : { ...sender, end: (token) => sender.end(token, secrets) };
}

/**
 * Returns the types of objects in the connector's schema, each with its attributes that are written and never shown; undefined if it has no
 * schema, so each type is read.
 */
async function typesOf(listing: Listing): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const { connector, session, call } = listing;
  const { schema } = connector.definition.operations as Plain;
  if (schema === undefined) return undefined;
  const ask = (signal: AbortSignal) => schema.call(connector.definition.operations, session, { ...call, signal });
  const types = await bounded(boundsOf(connector, "schema", call.signal), ask);
  return new Map(
    types.map(({ type, attributes }) => [type, attributes.flatMap(({ name, writeOnly }) => (writeOnly ? [name] : []))]),
  );
}

async function listAll(listing: Listing, part: DiscoveryPart, sender: ChunkSender): Promise<void> {
  const { type, after } = part;
  const { connector, session, call, order } = listing;
  const { list } = connector.definition.operations as Plain;
  if (list === undefined)
    throw new ConnectorError("notSupported", `The connector ${connector.definition.id} cannot list.`);
  // Taken before the listing: later changes come again with the feed, and nothing is left out.
  const token = await tokenOfNow(listing, type);
  const known = await listing.known(part);
  const request = { type, pageSize: pageSizeOf(order), ...(after !== undefined && { after }) };
  const pages = list.call(connector.definition.operations, session, request, call);
  // The members of a group are read on the same session, which may handle only one query at a time.
  for await (const page of paged(listing, "list", pages, type !== "group")) {
    for (const [index, object] of page.items.entries()) {
      if (index % objectsOfTurn === 0) await loopTurn();
      const fault = unreadable(object);
      const { line, cut } = fault === undefined ? objectLines(object) : { line: lineOf(fault) };
      const waiting = sender.add(known.has(line) ? lineOf({ kind: "same", id: object.id }) : line);
      // Yielding for each of very many objects would cost more than the objects.
      if (waiting !== undefined) await waiting;
      if (cut !== undefined) await sender.add(cut);
      if (fault === undefined && object.type === "group") await addMembers(listing, object, sender);
    }
    await sender.page(page.cursor);
  }
  await sender.end(token);
}

async function listChanges(
  listing: Listing,
  { type, token }: DiscoveryPart & { readonly token: string },
  sender: ChunkSender,
): Promise<void> {
  const { connector, session, call } = listing;
  const { changes } = connector.definition.operations as Plain;
  if (changes === undefined) throw new ConnectorError("notSupported", "The connector has no change feed any more.");
  let latest = token;
  const pages = changes.call(connector.definition.operations, session, { type, token }, call);
  for await (const page of paged(listing, "changes", pages)) {
    for (const change of page.changes) {
      if (change.kind === "delete") {
        await sender.add(lineOf({ kind: "gone", id: change.id }));
        continue;
      }
      const fault = unreadable(change.object);
      const { line, cut } = fault === undefined ? objectLines(change.object) : { line: lineOf(fault) };
      await sender.add(line);
      if (cut !== undefined) await sender.add(cut);
      if (fault === undefined && change.object.type === "group") await addMembers(listing, change.object, sender);
    }
    latest = page.token;
    if (!page.more) break;
  }
  await sender.end(latest);
}

/** Returns the token from which a feed that shows deletions continues; null if the connector has no such feed. */
async function tokenOfNow(listing: Listing, type: DiscoveryPart["type"]): Promise<string | null> {
  const { connector, session, call } = listing;
  const { changes } = connector.definition.operations as Plain;
  if (changes === undefined) return null;
  const pages = changes.call(connector.definition.operations, session, { type }, call);
  for await (const page of paged(listing, "changes", pages)) return page.showsDeletions ? page.token : null;
  return null;
}

/**
 * Sends the members of a group: those that came with it, else those that are read separately. A group whose members are not shown, or not
 * all of them, is reported as hiding some.
 */
async function addMembers(listing: Listing, object: TargetObject, sender: ChunkSender): Promise<void> {
  const { members } = listing.connector.definition.operations as Plain;
  let isHiding = object.membersHidden === true;
  const add = async (items: readonly Member[]) => {
    for (const member of items) {
      if (member.type !== "account") continue;
      if (isReadableMember(member)) await sender.add(memberLine(object.id, member));
      else isHiding = true;
    }
  };
  if (object.members !== undefined) await add(object.members);
  else if (members === undefined) isHiding = true;
  else {
    const { session, call, order } = listing;
    const request = {
      group: { id: object.id, name: object.name, attributes: object.attributes },
      pageSize: pageSizeOf(order),
    };
    const pages = members.call(listing.connector.definition.operations, session, request, call);
    for await (const page of paged<MembersPage>(listing, "members", pages)) {
      if (page.hidden === true) isHiding = true;
      await add(page.items);
    }
  }
  if (isHiding) await sender.add(lineOf({ kind: "hidden", group: object.id }));
}

/**
 * Yields the pages of a listing, each within the connector's time-out for one; `ahead` lets the target make the next page while this one is
 * processed.
 */
async function* paged<T>(
  { connector, call }: Listing,
  what: "list" | "changes" | "members",
  pages: AsyncIterable<T>,
  ahead = false,
): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  const next = () => bounded(boundsOf(connector, what, call.signal), () => iterator.next());
  let coming = ahead ? next() : undefined;
  let ended = false;
  try {
    for (;;) {
      const page = await (coming ?? next());
      ended = page.done === true;
      if (page.done === true) return;
      coming = ahead ? next() : undefined;
      // It is awaited only after this page has been processed; its error is thrown then.
      coming?.catch(() => undefined);
      yield page.value;
    }
  } finally {
    // A generator that hangs in a page would never answer this, and its session is discarded.
    if (!ended) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

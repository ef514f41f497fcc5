import type { Call, Connector, ObjectRef, Operations, Scalar, TargetObject } from "#connectors/contract/index.ts";
import { ConnectorError, defaultTimeoutMs } from "#connectors/contract/index.ts";
import type { DiscoveredItem, DiscoveryOrder, DiscoveryPart, ListingReport } from "#domain/discovery.ts";

import { bounded } from "./bounded.ts";
import type { ChunkSender } from "./chunk-sender.ts";

/** A listing on one session of its target. */
export interface Listing {
  readonly order: DiscoveryOrder;
  readonly connector: Connector;
  readonly session: unknown;
  readonly call: Call;
  sender(part: DiscoveryPart, from: ListingReport): ChunkSender;
}

type Plain = Operations<unknown>;

/**
 * Lists what is left of a target: `serverInfo` first, then each type by pages or, where a token is at hand, by the change
 * feed. A type that the connector does not know is empty.
 * @throws the connector's errors, and those of the API
 */
export async function listTarget(listing: Listing): Promise<ListingReport> {
  const { order, connector, session, call } = listing;
  const bounds = boundsOf(listing, "serverInfo");
  await bounded(bounds, (signal) => connector.definition.operations.serverInfo(session, { ...call, signal }));
  let report: ListingReport = { chunks: order.nextNumber, chain: order.chain };
  for (const part of order.parts) {
    const sender = listing.sender(part, report);
    if (part.token === undefined) await listAll(listing, part, sender);
    else await listChanges(listing, { ...part, token: part.token }, sender);
    report = sender.report();
  }
  return report;
}

async function listAll(listing: Listing, { type, after }: DiscoveryPart, sender: ChunkSender): Promise<void> {
  const { connector, session, call, order } = listing;
  const { list } = connector.definition.operations as Plain;
  if (list === undefined)
    throw new ConnectorError("notSupported", `The connector ${connector.definition.id} cannot list.`);
  // Taken before the listing: what changes meanwhile comes again with the feed, and nothing is left out.
  const token = await tokenOfNow(listing, type);
  const request = { type, pageSize: order.chunkObjects, ...(after !== undefined && { after }) };
  for await (const page of paged(listing, "list", list.call(connector.definition.operations, session, request, call))) {
    for (const object of page.items) await addObject(listing, object, sender);
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
      if (change.kind === "delete") await sender.add({ kind: "gone", id: change.id });
      else await addObject(listing, change.object, sender);
    }
    latest = page.token;
    if (!page.more) break;
  }
  await sender.end(latest);
}

/** The token from which a feed that shows deletions goes on; null where the connector has no such feed. */
async function tokenOfNow(listing: Listing, type: DiscoveryPart["type"]): Promise<string | null> {
  const { connector, session, call } = listing;
  const { changes } = connector.definition.operations as Plain;
  if (changes === undefined) return null;
  const pages = changes.call(connector.definition.operations, session, { type }, call);
  for await (const page of paged(listing, "changes", pages)) return page.showsDeletions ? page.token : null;
  return null;
}

async function addObject(listing: Listing, object: TargetObject, sender: ChunkSender): Promise<void> {
  await sender.add(itemOf(object));
  if (object.type !== "group") return;
  const { members } = listing.connector.definition.operations as Plain;
  if (members === undefined) return;
  const { session, call, order } = listing;
  const request = {
    group: { id: object.id, name: object.name, attributes: object.attributes },
    pageSize: order.chunkObjects,
  };
  const pages = members.call(listing.connector.definition.operations, session, request, call);
  for await (const page of paged(listing, "members", pages)) {
    for (const member of page.items) if (member.type === "account") await sender.add(memberOf(object.id, member));
  }
}

/** The pages of a listing, each within the time that the connector allows for one. */
async function* paged<T>(
  listing: Listing,
  what: "list" | "changes" | "members",
  pages: AsyncIterable<T>,
): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await bounded(boundsOf(listing, what), () => iterator.next());
      ended = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // A generator that hangs in a page would never answer this, and its session is thrown away.
    if (!ended) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

function boundsOf({ connector, call }: Listing, what: "serverInfo" | "list" | "changes" | "members") {
  const timeoutMs = connector.definition.timeouts?.[what] ?? defaultTimeoutMs;
  return { signal: call.signal, timeoutMs, code: "timeout", what } as const;
}

function itemOf({ id, name, attributes, state = {} }: TargetObject): DiscoveredItem {
  const values = Object.entries(attributes).map(([attribute, list]) => [attribute, list.map(plain)] as const);
  return { kind: "object", id, name, attributes: Object.fromEntries(values), ...state };
}

function memberOf(group: string, { id, name }: ObjectRef): DiscoveredItem {
  return { kind: "member", group, name, ...(id !== undefined && { id }) };
}

/** Bytes are kept as base64, as everywhere in attributes. */
function plain(value: Scalar): string | number | boolean {
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}

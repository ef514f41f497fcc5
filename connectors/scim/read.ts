import {
  ConnectorError,
  type Filter,
  type ListRequest,
  type Member,
  type OperationsPart,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { endpointOf, type ResourceEndpoint } from "./endpoint.ts";
import { compileFilter, conditionOf, type Fits } from "./filter.ts";
import { findsNames } from "./find-by-name.ts";
import type { ScimResource } from "./json.ts";
import { hidesMembers, membersNow, membersOf, membersShownBy, noteShown } from "./members-shown.ts";
import { modelAnew, modelOf, requireAttribute, typesOf } from "./model.ts";
import { findResource, requireId, requireResource, toObject, topsOf, withRequested } from "./objects.ts";
import { searchPages } from "./paging.ts";
import { send } from "./send.ts";
import type { ScimSession } from "./session.ts";

/** Operations that read. */
export const readOperations = {
  /** Returns the limits that the service declares, read again each time; SCIM has no field for the product. */
  async serverInfo(session, { signal }) {
    const { pageSizeMax, kinds } = await modelAnew(session, signal);
    const path = kinds[0]?.endpoint ?? "/Users";
    await send(session, { method: "GET", path, query: { startIndex: 1, count: 1 } }, signal);
    return {
      product: "SCIM service",
      version: "2.0",
      ...(pageSizeMax !== undefined && { limits: { pageSizeMax } }),
    };
  },
  /** Returns the attributes of the service's own schemas, or those of RFC 7643 if it shows none. */
  async schema(session, { signal }) {
    const { kinds } = await modelOf(session, signal);
    return kinds.map((kind) => ({ type: kind.type, attributes: typesOf(kind) }));
  },
  /** Returns one object, or undefined. */
  async get(session, { type, ref, attributes }, call) {
    const endpoint = await endpointOf(session, type, call);
    const resource = await findResource(endpoint, ref);
    if (resource === undefined) return undefined;
    const whole = await withRequested(endpoint, resource, wantedOf(endpoint, attributes));
    return toObject(endpoint, whole, attributes);
  },
  /**
   * Lists all objects of a type. Groups include their members if the service shows them in a listing, so the number of calls does
   * not grow with the number of groups.
   */
  async *list(session, request, call) {
    const endpoint = await endpointOf(session, request.type, call);
    const { pageSize, after, filter } = request;
    const fits: Fits = (filter && conditionOf(endpoint.kind, filter)) ?? (() => true);
    let [done, found] = [0, 0];
    for await (const page of searchPages(endpoint, { query: queryOf(endpoint, request), pageSize, after })) {
      const objects = await objectsOf(endpoint, page.resources.filter(fits), request);
      done += objects.length;
      found += page.resources.length;
      const { cursor, total } = page;
      const place = cursor === undefined ? {} : { cursor };
      // Some services return more than requested; the listing can only be resumed after the last of them.
      const last = Math.max(0, Math.ceil(objects.length / pageSize) - 1) * pageSize;
      for (let from = 0; from < last; from += pageSize) yield { items: objects.slice(from, from + pageSize) };
      yield { items: objects.slice(last), ...place, ...(total !== undefined && !filter && { total }) };
      call.heartbeat({ ...(cursor !== undefined && { after: cursor }), done });
    }
    if (filter && found === 0) await requireFilters(endpoint);
  },
  /** Lists the members of a group; the service shows them with the group, all at once. */
  async *members(session, { group, pageSize, after }, call) {
    if (after !== undefined) throw new ConnectorError("config", "A list of members cannot be resumed; start it again.");
    const endpoint = await endpointOf(session, "group", call);
    const { members: all, hidden } = await shownMembers(endpoint, await requireResource(endpoint, group));
    if (hidden && all.length === 0) yield { items: [], hidden: true };
    for (let from = 0; from < all.length; from += pageSize) {
      call.signal.throwIfAborted();
      yield { items: all.slice(from, from + pageSize), total: all.length, ...(hidden && { hidden: true as const }) };
      call.heartbeat({ done: Math.min(all.length, from + pageSize) });
    }
  },
} satisfies OperationsPart<ScimSession>;

interface ShownMembers {
  readonly members: readonly Member[];
  readonly hidden: boolean;
}

async function shownMembers(endpoint: ResourceEndpoint, group: ScimResource): Promise<ShownMembers> {
  const { session } = endpoint;
  const members = membersOf(group);
  noteShown(session, requireId(endpoint, group), members);
  if (members.length > 0 && !hidesMembers(session)) return { members, hidden: false };
  const place = await membersShownBy(endpoint, [group]);
  if (place === "byUsers") return { members: await membersNow(endpoint, group), hidden: false };
  return { members, hidden: (members.length === 0 && place === "unknown") || hidesMembers(session) };
}

async function objectsOf(
  endpoint: ResourceEndpoint,
  resources: readonly ScimResource[],
  { attributes }: ListRequest,
): Promise<readonly TargetObject[]> {
  const { session, kind } = endpoint;
  const objects = resources.map((resource) => toObject(endpoint, resource, attributes));
  if (kind.type !== "group" || objects.length === 0) return objects;
  const members = resources.map(membersOf);
  for (const [index, shown] of members.entries()) noteShown(session, objects[index]?.id ?? "", shown);
  const place = await membersShownBy(endpoint, resources);
  // Members are requested per group.
  if (place === "alone" || place === "byUsers") return objects;
  const hidden = place === "unknown" || hidesMembers(session);
  return objects.map((object, index) => ({
    ...object,
    members: members[index] ?? [],
    ...(hidden && { membersHidden: true as const }),
  }));
}

/** Refuses filters if the service finds nothing by any filter. */
async function requireFilters(endpoint: ResourceEndpoint): Promise<void> {
  if (!(await findsNames(endpoint)))
    throw new ConnectorError("notSupported", "This service finds nothing by filters, not even what it shows.");
}

function wantedOf({ kind }: ResourceEndpoint, wanted: readonly string[] | undefined) {
  const names = new Set((wanted ?? []).map((name) => name.toLowerCase()));
  return kind.attributes.filter(({ name }) => names.has(name.toLowerCase()));
}

function queryOf(endpoint: ResourceEndpoint, { filter, attributes }: ListRequest): Record<string, string> {
  const { model, kind } = endpoint;
  if (filter && !model.filter) throw new ConnectorError("notSupported", "This service evaluates no filters.");
  const naming = requireAttribute(kind, "name");
  // Sorting by name keeps the order stable when objects are added; the service's own order may not be.
  const order = { sortBy: naming.name, sortOrder: "ascending" };
  const wanted = wantedOf(endpoint, attributes);
  const asked = [
    naming,
    ...wanted,
    ...(filter ? attributesIn(filter).map((name) => requireAttribute(kind, name)) : []),
  ];
  const further = kind.type === "group" ? ["members"] : ["active"];
  return {
    ...(filter && { filter: compileFilter(kind, filter) }),
    // Sent only for attributes that are not shown otherwise, because not every service supports it.
    ...(wanted.some(({ returned }) => returned === "request") && {
      attributes: [...new Set([...topsOf(asked), ...further])].join(","),
    }),
    ...(model.sort && order),
  };
}

function attributesIn(filter: Filter): string[] {
  if ("attr" in filter) return [filter.attr];
  return filter.op === "not" ? attributesIn(filter.of) : filter.of.flatMap(attributesIn);
}

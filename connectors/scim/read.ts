import { ConnectorError, type ListRequest, type Member, type OperationsPart } from "#connectors/contract/index.ts";

import { compileFilter } from "./filter.ts";
import { modelOf, requireAttribute, typesOf } from "./model.ts";
import { findResource, type ResourceEndpoint, endpointOf, requireResource, toObject } from "./objects.ts";
import { searchPages } from "./paging.ts";
import { type ScimResource, type ScimSession, send } from "./session.ts";

/** The operations that read. */
export const readOperations = {
  /** What the service tells about its limits; it has no word for its product. */
  async serverInfo(session, { signal }) {
    await send(session, { method: "GET", path: "/Users", query: { startIndex: 1, count: 1 } }, signal);
    const { pageSizeMax } = await modelOf(session, signal);
    return {
      product: "SCIM service",
      version: "2.0",
      ...(pageSizeMax !== undefined && { limits: { pageSizeMax } }),
    };
  },
  /** The attributes by the service's own schemas. */
  async schema(session, { signal }) {
    const { kinds } = await modelOf(session, signal);
    return kinds.map((kind) => ({ type: kind.type, attributes: typesOf(kind) }));
  },
  /** One object or undefined. */
  async get(session, { type, ref, attributes }, call) {
    const endpoint = await endpointOf(session, type, call);
    const resource = await findResource(endpoint, ref);
    return resource && toObject(endpoint, resource, attributes);
  },
  /** All objects of a type by index; members of groups are left out, for they are listed by themselves. */
  async *list(session, request, call) {
    const endpoint = await endpointOf(session, request.type, call);
    const { pageSize, after, attributes } = request;
    const search = { query: queryOf(endpoint, request), pageSize, after };
    let done = 0;
    for await (const { resources, cursor, total } of searchPages(endpoint, search)) {
      done += resources.length;
      yield { items: resources.map((resource) => toObject(endpoint, resource, attributes)), cursor, total };
      call.heartbeat({ after: cursor, done });
    }
  },
  /** The members of a group; the service shows them with the group, all at once. */
  async *members(session, { group, pageSize, after }, call) {
    if (after !== undefined) throw new ConnectorError("config", "A list of members cannot be resumed; start it again.");
    const all = membersOf(await requireResource(await endpointOf(session, "group", call), group));
    for (let from = 0; from < all.length; from += pageSize) {
      call.signal.throwIfAborted();
      yield { items: all.slice(from, from + pageSize), total: all.length };
      call.heartbeat({ done: Math.min(all.length, from + pageSize) });
    }
  },
} satisfies OperationsPart<ScimSession>;

function membersOf(group: ScimResource): Member[] {
  const all = (group["members"] ?? []) as { value: string; type?: string; display?: string; $ref?: string }[];
  return all.map(({ value, type, display, $ref }) => ({
    type: type === "Group" || (type === undefined && /\/Groups\/[^/]+$/.test($ref ?? "")) ? "group" : "account",
    id: value,
    name: display ? display : value,
  }));
}

function queryOf({ model, kind }: ResourceEndpoint, { filter }: ListRequest): Record<string, string> {
  if (filter && !model.filter) throw new ConnectorError("notSupported", "This service evaluates no filters.");
  // The order of names stays when something is added, the service's own may not.
  const order = { sortBy: requireAttribute(kind, "name").name, sortOrder: "ascending" };
  return {
    ...(filter && { filter: compileFilter(kind, filter) }),
    ...(kind.type === "group" && { excludedAttributes: "members" }),
    ...(model.sort && order),
  };
}

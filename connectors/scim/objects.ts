import {
  ConnectorError,
  isSameName,
  type ObjectRef,
  requireFound,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { pathOf, type ResourceEndpoint } from "./endpoint.ts";
import { idByName, nameOf } from "./find-by-name.ts";
import { booleanOf, identifier, idOf, member, type ScimResource } from "./json.ts";
import { requireAttribute } from "./model.ts";
import { send } from "./send.ts";
import type { ScimAttribute } from "./service-model.ts";
import { attributesOf, wireOf, withValues } from "./values.ts";

/**
 * Finds the resource of a reference by its id if it has one, otherwise by its name.
 * @throws config if the service answers with another one
 */
export async function findResource(endpoint: ResourceEndpoint, ref: ObjectRef): Promise<ScimResource | undefined> {
  if (ref.id !== undefined) return readById(endpoint, ref.id);
  const id = await idByName(endpoint, ref.name);
  const found = id === undefined ? undefined : await readById(endpoint, id);
  const name = found && nameOf(endpoint, found);
  const { caseExact } = requireAttribute(endpoint.kind, "name");
  // Renamed since it was found: the name may belong to another object now.
  return name === undefined || isSameName(name, ref.name, caseExact) ? found : undefined;
}

/**
 * Returns the resource of a reference.
 * @throws notFound
 */
export async function requireResource(endpoint: ResourceEndpoint, ref: ObjectRef): Promise<ScimResource> {
  return requireFound(await findResource(endpoint, ref), `The service has no ${endpoint.kind.type} "${ref.name}".`);
}

/** Returns the resource with those of the attributes that the service shows only on request. */
export async function withRequested(
  endpoint: ResourceEndpoint,
  resource: ScimResource,
  attributes: readonly ScimAttribute[],
): Promise<ScimResource> {
  const requested = attributes.filter(({ returned }) => returned === "request");
  if (requested.length === 0) return resource;
  const shown = await readById(endpoint, requireId(endpoint, resource), { attributes: topsOf(requested).join(",") });
  return requested.reduce((whole, attribute) => {
    const values = wireOf(shown ?? {}, attribute);
    return values.length > 0 ? withValues(whole, attribute, values) : whole;
  }, resource);
}

/** Returns the names by which whole attributes are requested (RFC 7644 section 3.10). */
export function topsOf(attributes: readonly ScimAttribute[]): string[] {
  return [...new Set(attributes.map(({ extension, top }) => (extension === undefined ? top : `${extension}:${top}`)))];
}

/**
 * Returns the id of a resource.
 * @throws config if it has none
 */
export function requireId({ kind }: ResourceEndpoint, resource: ScimResource): string {
  const id = idOf(resource);
  if (id === undefined) throw new ConnectorError("config", `${kind.endpoint} shows an object without an id.`);
  return id;
}

/** Converts a resource into an object. */
export function toObject(
  endpoint: ResourceEndpoint,
  resource: ScimResource,
  wanted?: readonly string[],
): TargetObject & { readonly name: string } {
  const { session, kind } = endpoint;
  const id = requireId(endpoint, resource);
  const { markerAttribute } = session.options;
  const marker = markerAttribute === undefined ? undefined : identifier(member(resource, markerAttribute));
  const enabled = booleanOf(member(resource, "active"));
  return {
    id,
    type: kind.type,
    name: nameOf(endpoint, resource) ?? id,
    attributes: attributesOf(kind, resource, wanted),
    ...(kind.type === "account" && enabled !== undefined && { state: { enabled } }),
    ...(marker !== undefined && { createdBy: marker }),
  };
}

async function readById(
  { session, kind, signal }: ResourceEndpoint,
  id: string,
  query?: Readonly<Record<string, string>>,
): Promise<ScimResource | undefined> {
  try {
    const path = pathOf(kind, id);
    const found = await send(session, { method: "GET", path, ...(query && { query }) }, signal);
    if (idOf(found) === id) return found;
    throw new ConnectorError("config", `${path} was asked for, and ${idOf(found) ?? "an object without an id"} came.`);
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "notFound") return undefined;
    throw error;
  }
}

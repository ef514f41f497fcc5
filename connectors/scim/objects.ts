import {
  type Call,
  ConnectorError,
  type ObjectRef,
  requireFound,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { modelOf, requireAttribute, requireKind, resourcesOf } from "./model.ts";
import type { ScimKind, ScimModel } from "./service-model.ts";
import { type ScimResource, type ScimSession, send } from "./session.ts";
import { attributesOf, plainOf } from "./values.ts";

/** A kind of object of the service, ready to be worked with. */
export interface ResourceEndpoint {
  readonly session: ScimSession;
  readonly model: ScimModel;
  readonly kind: ScimKind;
  readonly signal: AbortSignal;
}

/**
 * Where the objects of a type are.
 * @throws notSupported for a type that the service does not have
 */
export async function endpointOf(
  session: ScimSession,
  type: string,
  { signal }: Pick<Call, "signal">,
): Promise<ResourceEndpoint> {
  const model = await modelOf(session, signal);
  return { session, model, kind: requireKind(model, type), signal };
}

/** The path of one object. */
export function pathOf({ endpoint }: ScimKind, id: string): string {
  return `${endpoint}/${encodeURIComponent(id)}`;
}

/** The resource that a reference means, by its id when it has one, else by its name. */
export async function findResource(endpoint: ResourceEndpoint, ref: ObjectRef): Promise<ScimResource | undefined> {
  const { session, kind, signal } = endpoint;
  if (ref.id === undefined) {
    const id = await idOf(endpoint, ref.name);
    return id === undefined ? undefined : findResource(endpoint, { id, name: ref.name });
  }
  try {
    return await send(session, { method: "GET", path: pathOf(kind, ref.id) }, signal);
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "notFound") return undefined;
    throw error;
  }
}

/**
 * The resource that a reference means.
 * @throws notFound
 */
export async function requireResource(endpoint: ResourceEndpoint, ref: ObjectRef): Promise<ScimResource> {
  return requireFound(await findResource(endpoint, ref), `The service has no ${endpoint.kind.type} "${ref.name}".`);
}

/** What callers see of a resource. */
export function toObject(
  { session, kind }: ResourceEndpoint,
  resource: ScimResource,
  wanted?: readonly string[],
): TargetObject {
  const [name] = plainOf(resource, requireAttribute(kind, "name"));
  const id = resource["id"];
  if (typeof id !== "string" || id === "")
    throw new ConnectorError("config", "The service shows an object without an id.");
  const { markerAttribute } = session.options;
  const marker = markerAttribute === undefined ? undefined : resource[markerAttribute];
  const { active } = resource;
  return {
    id,
    type: kind.type,
    name: name === undefined || name === "" ? id : String(name),
    attributes: attributesOf(kind, resource, wanted),
    ...(kind.type === "account" && typeof active === "boolean" && { state: { enabled: active } }),
    ...(typeof marker === "string" && { createdBy: marker }),
  };
}

/** A text as RFC 7644 writes it in a filter: a JSON string. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

async function idOf({ session, kind, signal }: ResourceEndpoint, name: string): Promise<string | undefined> {
  const query = { filter: `${kind.naming} eq ${quoted(name)}`, startIndex: 1, count: 2, attributes: kind.naming };
  const found = resourcesOf(await send(session, { method: "GET", path: kind.endpoint, query }, signal));
  if (found.length > 1)
    throw new ConnectorError("config", `${found.length} objects at ${kind.endpoint} are named ${quoted(name)}.`);
  const [only] = found;
  return only === undefined ? undefined : String(only["id"]);
}

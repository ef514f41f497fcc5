import {
  type Call,
  ConnectorError,
  isSameName,
  newNameOf,
  type ObjectRef,
  type OperationsPart,
  requireName,
} from "#connectors/contract/index.ts";

import { change } from "./change.ts";
import { endpointOf, pathOf, type ResourceEndpoint } from "./endpoint.ts";
import { unlessRefused } from "./errors.ts";
import { nameOf } from "./find-by-name.ts";
import { booleanOf, identifier, idOf, lastSegment, member, type ScimResource } from "./json.ts";
import { requireAttribute } from "./model.ts";
import { findResource, requireId, requireResource, toObject } from "./objects.ts";
import { strengthOf } from "./passwords.ts";
import { untilShown } from "./patience.ts";
import { exchange, type ScimAnswer, send } from "./send.ts";
import type { ScimAttribute } from "./service-model.ts";
import type { ScimSession } from "./session.ts";
import { changed, withValues } from "./values.ts";

// Maximum difference between the clocks of one service.
const clocksDifferMs = 60_000;

const readOnly = (kind: string, { name }: ScimAttribute): ConnectorError =>
  new ConnectorError("invalidValue", `"${name}" of the type ${kind} is set by the service alone.`);

/** Operations that change objects. */
export const writeOperations = {
  /** Creates an object, with its password, if any, in the same call. */
  async create(session, { type, name, attributes, password }, call) {
    const endpoint = await endpointOf(session, type, call);
    const { kind } = endpoint;
    requireName(name);
    const { markerAttribute } = session.options;
    const given = Object.entries(attributes).map(([attr, values]) => ({ attr, replace: values }));
    let resource: ScimResource = { schemas: [kind.schema] };
    for (const { attr, replace } of [...given, { attr: "name", replace: [name] }]) {
      const attribute = requireAttribute(kind, attr);
      if (attribute.mutability === "readOnly") throw readOnly(type, attribute);
      resource = withValues(resource, attribute, changed({}, attribute, { attr, replace }));
    }
    if (markerAttribute !== undefined) resource = { ...resource, [markerAttribute]: call.operation.id };
    const post = (body: object): Promise<ScimAnswer> =>
      exchange(session, { method: "POST", path: kind.endpoint, body }, call.signal);
    const answer = await (password === undefined
      ? post(resource)
      : strengthOf(password.use((plaintext) => post({ ...resource, password: plaintext }))));
    return toObject(endpoint, await madeBy(endpoint, answer, { name, sent: resource }, call));
  },
  /** Applies all deltas or none, in one call. */
  async update(session, { type, ref, deltas }, call) {
    const endpoint = await endpointOf(session, type, call);
    const before = await requireResource(endpoint, ref);
    const naming = requireAttribute(endpoint.kind, "name");
    for (const delta of deltas) {
      const attribute = requireAttribute(endpoint.kind, delta.attr);
      if (["readOnly", "immutable"].includes(attribute.mutability)) throw readOnly(endpoint.kind.type, attribute);
      if (attribute === naming) newNameOf([delta]);
    }
    const { after, shown = {} } = await change(endpoint, before, deltas);
    // The service may normalize the name.
    const name = nameOf(endpoint, shown) ?? nameOf(endpoint, after) ?? ref.name;
    return { id: requireId(endpoint, before), name };
  },
  /**
   * Deletes an object; succeeds if it is absent. If the service keeps it as inactive, a notice says so.
   * @throws policy if the service reports success and the object still exists
   */
  async delete(session, { type, ref }, call) {
    const endpoint = await endpointOf(session, type, call);
    const found = ref.id ?? idOf(await findResource(endpoint, ref));
    if (found === undefined) return;
    try {
      await send(session, { method: "DELETE", path: pathOf(endpoint.kind, found) }, call.signal);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === "notFound")) throw error;
    }
    const left = await untilShown(
      call.signal,
      () => unlessRefused(findResource(endpoint, { id: found, name: ref.name })),
      (now) => now === undefined || booleanOf(member(now, "active")) === false,
    );
    if (left === undefined) return;
    if (booleanOf(member(left, "active")) !== false)
      throw new ConnectorError("policy", `The service answers with success, and "${ref.name}" is still there.`);
    call.notice(`The service keeps "${ref.name}" as inactive instead of deleting it.`);
  },
} satisfies OperationsPart<ScimSession>;

interface Wanted {
  readonly name: string;
  /** Resource as sent, without the password. */
  readonly sent: ScimResource;
}

/**
 * Returns the resource that a creation has made, checked against the request: some services answer without a body, or with an
 * existing object.
 * @throws alreadyExists for an object that existed before, timeout for one that the service does not show yet
 */
async function madeBy(
  endpoint: ResourceEndpoint,
  answer: ScimAnswer,
  { name, sent }: Wanted,
  call: Call,
): Promise<ScimResource> {
  const { resource } = answer;
  const { caseExact } = requireAttribute(endpoint.kind, "name");
  const id = idOf(resource);
  const told = nameOf(endpoint, resource);
  if (id !== undefined && told !== undefined && isSameName(told, name, caseExact))
    return requireNew(endpoint, answer, { name, sent }, resource);
  const refs = told === undefined ? placesOf(answer, name) : [{ name }];
  const isMade = (found: ScimResource | undefined): boolean => isSameName(nameIn(endpoint, found), name, caseExact);
  const look = async (): Promise<ScimResource | undefined> => {
    for (const ref of refs) {
      const found = await findResource(endpoint, ref);
      if (isMade(found)) return found;
    }
    return undefined;
  };
  // An object under another name has been returned already.
  const found = await (told === undefined ? untilShown(call.signal, look, (shown) => shown !== undefined) : look());
  if (found !== undefined) return requireNew(endpoint, answer, { name, sent }, found);
  if (id !== undefined && answer.status === 201) {
    if (told !== undefined) call.notice(`The service named it "${told}" instead of "${name}".`);
    return { ...sent, ...resource };
  }
  throw new ConnectorError("timeout", `The service has taken "${name}" and does not show it yet.`);
}

function placesOf({ resource, location }: ScimAnswer, name: string): readonly ObjectRef[] {
  const id = idOf(resource) ?? lastSegment(location ?? "");
  return id === undefined ? [{ name }] : [{ id, name }, { name }];
}

const nameIn = (endpoint: ResourceEndpoint, resource: ScimResource | undefined): string =>
  (resource && nameOf(endpoint, resource)) ?? "";

// A service with an object of this name may return that object, or pretend to have created one, instead of refusing.
function requireNew(
  { session }: ResourceEndpoint,
  { status, dateMs, resource }: ScimAnswer,
  { name, sent }: Wanted,
  found: ScimResource,
): ScimResource {
  const { markerAttribute } = session.options;
  const [made, asked] = [found, sent].map((one) => markerAttribute && identifier(member(one, markerAttribute)));
  const createdMs = Date.parse(String(member(member(found, "meta"), "created")));
  const isCreated = status === 201 && idOf(resource) === idOf(found);
  const isOld = !isCreated && dateMs !== undefined && dateMs - createdMs > clocksDifferMs;
  if (isOld || (made !== undefined && made !== asked))
    throw new ConnectorError(
      "alreadyExists",
      `"${name}" was there before; the service answers as if it had been made.`,
    );
  return found;
}

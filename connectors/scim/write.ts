import { ConnectorError, newNameOf, type OperationsPart, requireName } from "#connectors/contract/index.ts";

import { change } from "./change.ts";
import { requireAttribute } from "./model.ts";
import { pathOf, endpointOf, requireResource, toObject } from "./objects.ts";
import { strengthOf } from "./passwords.ts";
import type { ScimAttribute } from "./service-model.ts";
import { type ScimResource, type ScimSession, send } from "./session.ts";
import { changed, plainOf, withValues } from "./values.ts";

const readOnly = (kind: string, { name }: ScimAttribute): ConnectorError =>
  new ConnectorError("invalidValue", `"${name}" of the type ${kind} is set by the service alone.`);

/** The operations that change objects. */
export const writeOperations = {
  /** Makes an object; the password, if any, is part of the same call. */
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
    const post = (body: object): Promise<ScimResource> =>
      send(session, { method: "POST", path: kind.endpoint, body }, call.signal);
    const made = await (password === undefined
      ? post(resource)
      : strengthOf(password.use((plaintext) => post({ ...resource, password: plaintext }))));
    return toObject(endpoint, typeof made["id"] === "string" ? made : await requireResource(endpoint, { name }));
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
    const after = await change(endpoint, before, deltas);
    const [name] = plainOf(after, naming);
    return { id: String(before["id"]), name: String(name) };
  },
  /** Deletes an object; an absent one is success. */
  async delete(session, { type, ref }, call) {
    const endpoint = await endpointOf(session, type, call);
    try {
      const id = ref.id ?? String((await requireResource(endpoint, ref))["id"]);
      await send(session, { method: "DELETE", path: pathOf(endpoint.kind, id) }, call.signal);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === "notFound")) throw error;
    }
  },
} satisfies OperationsPart<ScimSession>;

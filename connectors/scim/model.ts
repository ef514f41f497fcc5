import { type AttributeType, ConnectorError } from "#connectors/contract/index.ts";

import { readModel } from "./read-model.ts";
import type { ScimAttribute, ScimKind, ScimModel } from "./service-model.ts";
import type { ScimSession } from "./session.ts";

const kinds: Readonly<Record<string, AttributeType["kind"]>> = {
  boolean: "bool",
  integer: "int",
  dateTime: "time",
  binary: "binary",
  reference: "ref",
};

/** Returns the service's description of itself, read once until `modelAnew`. */
export function modelOf(session: ScimSession, signal: AbortSignal): Promise<ScimModel> {
  session.state.model ??= readModel(session, signal).catch((error: unknown) => {
    delete session.state.model;
    throw error;
  });
  return session.state.model;
}

/** Reads the service's description of itself again: it may have other types and attributes since the session was opened. */
export function modelAnew(session: ScimSession, signal: AbortSignal): Promise<ScimModel> {
  delete session.state.model;
  delete session.state.membersShown;
  return modelOf(session, signal);
}

/**
 * Returns the endpoint, schema and attributes of a type.
 * @throws notSupported for a type that the service does not have
 */
export function requireKind({ kinds: known }: ScimModel, type: string): ScimKind {
  const kind = known.find((candidate) => candidate.type === type);
  if (kind === undefined) throw new ConnectorError("notSupported", `The service has no objects of the type "${type}".`);
  return kind;
}

/**
 * Returns the attribute of a name, case-insensitive; `name` means the attribute that names objects.
 * @throws invalidValue for an unknown one and for the password, which is never a plain attribute
 */
export function requireAttribute(kind: ScimKind, name: string): ScimAttribute {
  const wanted = (name === "name" ? kind.naming : name).toLowerCase();
  const found = kind.attributes.find((candidate) => candidate.name.toLowerCase() === wanted);
  if (found === undefined)
    throw new ConnectorError("invalidValue", `The service knows no attribute "${name}" of the type ${kind.type}.`);
  if (found.mutability === "writeOnly" || found.returned === "never")
    throw new ConnectorError("invalidValue", `"${name}" is set as a password, not as an attribute.`);
  return found;
}

/** Converts the attributes of a type into those of the contract; `name` is added beside the service's own attribute for it. */
export function typesOf(kind: ScimKind): AttributeType[] {
  const own = kind.attributes.map(typeOf);
  const { caseExact } = requireAttribute(kind, "name");
  return [
    { name: "name", kind: "string", required: true, ...(caseExact && { caseExact }) },
    ...own.map((type) => (type.name === kind.naming ? { ...type, required: false } : type)),
  ];
}

function typeOf({ name, type, multi, required, mutability, returned, caseExact }: ScimAttribute): AttributeType {
  return {
    name,
    kind: kinds[type] ?? "string",
    ...(multi && { multi }),
    ...(required && { required }),
    ...(mutability === "readOnly" && { readOnly: true }),
    ...(mutability === "writeOnly" && { writeOnly: true }),
    ...(returned === "request" && { notReturnedByDefault: true }),
    ...(caseExact && { caseExact }),
  };
}

import { type AttributeType, ConnectorError } from "#connectors/contract/index.ts";

import type { ScimAttribute, ScimKind, ScimModel } from "./service-model.ts";
import { type ScimResource, type ScimSession, send } from "./session.ts";

interface SchemaAttribute {
  readonly name: string;
  readonly type?: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: string;
  readonly returned?: string;
  readonly subAttributes?: readonly SchemaAttribute[];
}

const shared = [
  { type: "account", resource: "User", naming: "userName" },
  { type: "group", resource: "Group", naming: "displayName" },
] as const;

const kinds: Readonly<Record<string, AttributeType["kind"]>> = {
  boolean: "bool",
  integer: "int",
  dateTime: "time",
  binary: "binary",
  reference: "ref",
};

/** What the service tells about itself, asked once per session. */
export function modelOf(session: ScimSession, signal: AbortSignal): Promise<ScimModel> {
  session.state.model ??= readModel(session, signal).catch((error: unknown) => {
    delete session.state.model;
    throw error;
  });
  return session.state.model;
}

/**
 * How the service keeps a type.
 * @throws notSupported for a type that it does not have
 */
export function requireKind({ kinds: known }: ScimModel, type: string): ScimKind {
  const kind = known.find((candidate) => candidate.type === type);
  if (kind === undefined) throw new ConnectorError("notSupported", `The service has no objects of the type "${type}".`);
  return kind;
}

/**
 * The attribute of a name, whatever the case; `name` is the one by which objects are named.
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

/** The attributes of a type in the words of the contract; `name` stands beside the service's own word for it. */
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

async function readModel(session: ScimSession, signal: AbortSignal): Promise<ScimModel> {
  const configuration = await send(session, { method: "GET", path: "/ServiceProviderConfig" }, signal);
  const types = resourcesOf(await send(session, { method: "GET", path: "/ResourceTypes" }, signal));
  const schemas = resourcesOf(await send(session, { method: "GET", path: "/Schemas" }, signal));
  const { maxResults } = (configuration["filter"] ?? {}) as { maxResults?: unknown };
  return {
    patch: offers(configuration, "patch"),
    filter: offers(configuration, "filter"),
    sort: offers(configuration, "sort"),
    ...(typeof maxResults === "number" && maxResults > 0 && { pageSizeMax: maxResults }),
    kinds: shared.flatMap((row) => {
      const found = types.find(({ id, name }) => row.resource === (name ?? id));
      return found === undefined ? [] : [kindFrom(row, found, schemas)];
    }),
  };
}

function kindFrom(
  { type, naming }: (typeof shared)[number],
  resourceType: ScimResource,
  schemas: readonly ScimResource[],
): ScimKind {
  const schema = String(resourceType["schema"]);
  const extensions = ((resourceType["schemaExtensions"] ?? []) as { schema: string }[]).map((row) => row.schema);
  return {
    type,
    naming,
    schema,
    endpoint: `/${String(resourceType["endpoint"]).replace(/^\/+/, "")}`,
    attributes: [
      ...[schema, ...extensions].flatMap((id) =>
        attributesOf(schemas, id).flatMap((attribute) => split(attribute, id === schema ? undefined : id)),
      ),
      ...split({ name: "externalId", caseExact: true }, undefined),
    ],
  };
}

function attributesOf(schemas: readonly ScimResource[], id: string): readonly SchemaAttribute[] {
  const schema = schemas.find((candidate) => candidate["id"] === id);
  if (schema === undefined)
    throw new ConnectorError("config", `The service names the schema ${id} and does not show it.`);
  return (schema["attributes"] ?? []) as SchemaAttribute[];
}

function split(attribute: SchemaAttribute, extension: string | undefined): ScimAttribute[] {
  const parts = attribute.subAttributes ?? [];
  const prefix = extension === undefined ? "" : `${extension}:`;
  const own = { top: attribute.name, ...(extension !== undefined && { extension }) };
  if (attribute.type !== "complex")
    return [{ ...own, name: `${prefix}${attribute.name}`, boxed: false, ...traitsOf(attribute, attribute) }];
  const value = parts.find(({ name }) => name === "value");
  if (attribute.multiValued === true)
    // Objects without one outstanding value, such as addresses, cannot be told as a list of values.
    return value ? [{ ...own, name: `${prefix}${attribute.name}`, boxed: true, ...traitsOf(value, attribute) }] : [];
  return parts.map((part) => ({
    ...own,
    name: `${prefix}${attribute.name}.${part.name}`,
    part: part.name,
    boxed: false,
    ...traitsOf(part, { ...attribute, ...part, required: attribute.required === true && part.required === true }),
  }));
}

type Traits = Pick<ScimAttribute, "type" | "multi" | "required" | "mutability" | "returned" | "caseExact">;

function traitsOf(value: SchemaAttribute, holder: SchemaAttribute): Traits {
  return {
    type: value.type ?? "string",
    multi: holder.multiValued === true,
    required: holder.required === true,
    mutability: holder.mutability ?? "readWrite",
    returned: holder.returned ?? "default",
    caseExact: value.caseExact === true,
  };
}

function offers(configuration: ScimResource, feature: string): boolean {
  return (configuration[feature] as { supported?: unknown } | undefined)?.supported === true;
}

/** The objects of a list answer (RFC 7644 section 3.4.2); a list of none may leave them out. */
export function resourcesOf(answer: ScimResource): readonly ScimResource[] {
  const resources = answer["Resources"] ?? [];
  if (!Array.isArray(resources)) throw new ConnectorError("config", "The service answers a list without Resources.");
  return resources as ScimResource[];
}

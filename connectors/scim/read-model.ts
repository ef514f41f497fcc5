import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

import { isSameSchema, shownAttributes, split, standardAttributes } from "./attributes.ts";
import { enterpriseSchema, groupSchema, userSchema } from "./core-schemas.ts";
import { endpointPath } from "./endpoint-path.ts";
import { booleanOf, countOf, idOf, itemsOf, member, type ScimResource, textOf } from "./json.ts";
import { resourcesOf } from "./list-answer.ts";
import { send } from "./send.ts";
import type { ScimKind, ScimModel } from "./service-model.ts";
import type { ScimSession } from "./session.ts";

const shared = [
  { type: "account", resource: "User", naming: "userName", schema: userSchema, endpoint: "/Users" },
  { type: "group", resource: "Group", naming: "displayName", schema: groupSchema, endpoint: "/Groups" },
] as const;

type SharedKind = (typeof shared)[number];

// Codes that mean that there is nothing for us, not that the service is away; some services redirect to a page for people.
const absences: readonly ConnectorCode[] = ["notFound", "notSupported", "permission", "invalidValue", "config"];

/**
 * Reads the three catalogs. A service need not have them (RFC 7644 section 4): then it has those types of RFC 7643 that answer at
 * their usual paths.
 * @throws config if it has no users
 */
export async function readModel(session: ScimSession, signal: AbortSignal): Promise<ScimModel> {
  const catalogue = (path: string) => unlessAbsent(send(session, { method: "GET", path }, signal));
  const listed = (path: string) => unlessAbsent(catalogue(path).then((answer) => answer && resourcesOf(answer, path)));
  const told = await catalogue("/ServiceProviderConfig");
  const types = await listed("/ResourceTypes");
  const schemas = (await listed("/Schemas")) ?? [];
  const kinds: ScimKind[] = [];
  for (const row of shared) {
    const resourceType = types && typeOfRow(types, row);
    const isThere = resourceType !== undefined || (await answersAt(session, row.endpoint, signal));
    if (isThere) kinds.push(kindFrom(session, row, { resourceType, schemas }));
  }
  if (kinds.some(({ type }) => type === "account")) return { ...abilitiesIn(told), kinds };
  throw new ConnectorError(
    "config",
    `${session.options.url} has no users that are known as such; its types are: ${namesOf(types ?? [])}.`,
  );
}

// Undeclared features are tried: a service without PATCH refuses it, and one without filters is recognized.
function abilitiesIn(told: unknown): Omit<ScimModel, "kinds"> {
  const configuration = itemsOf(member(told, "Resources"))[0] ?? told;
  const maxResults = countOf(member(member(configuration, "filter"), "maxResults"));
  const pagination = member(configuration, "pagination");
  const byCursor =
    booleanOf(member(pagination, "index")) === false || member(pagination, "defaultPaginationMethod") === "cursor";
  return {
    patch: offers(configuration, "patch") ?? true,
    filter: offers(configuration, "filter") ?? true,
    sort: offers(configuration, "sort") ?? false,
    cursor: booleanOf(member(pagination, "cursor")) === true && byCursor,
    ...(maxResults !== undefined && maxResults > 0 && { pageSizeMax: maxResults }),
  };
}

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConnectorError && absences.includes(error.code)) return undefined;
    throw error;
  }
}

async function answersAt(session: ScimSession, path: string, signal: AbortSignal): Promise<boolean> {
  const answer = send(session, { method: "GET", path, query: { startIndex: 1, count: 1 } }, signal);
  return (await unlessAbsent(answer.then((list) => resourcesOf(list, path)))) !== undefined;
}

// Recognized by name, schema or endpoint; a name may be a URI, or in the plural.
function typeOfRow(
  types: readonly ScimResource[],
  { resource, schema, endpoint }: SharedKind,
): ScimResource | undefined {
  const wanted = [resource, `${resource}s`].map((name) => name.toLowerCase());
  const named = (type: ScimResource): boolean =>
    ["name", "id"].some((part) => wanted.includes(lastOf(member(type, part), ":").toLowerCase()));
  const exact = types.find((type) => [member(type, "name"), member(type, "id")].includes(resource));
  return (
    exact ??
    types.find(named) ??
    types.find((type) => isSameSchema(member(type, "schema"), schema)) ??
    types.find((type) => `/${lastOf(member(type, "endpoint"), "/")}`.toLowerCase() === endpoint.toLowerCase())
  );
}

const lastOf = (text: unknown, separator: string): string => (textOf(text) ?? "").split(separator).at(-1) ?? "";

const namesOf = (types: readonly ScimResource[]): string =>
  types.map((type) => textOf(member(type, "name")) ?? idOf(type) ?? "?").join(", ") || "none";

interface ShownKind {
  /** Resource type; undefined if the service does not list its types. */
  readonly resourceType: ScimResource | undefined;
  readonly schemas: readonly ScimResource[];
}

function kindFrom(
  { options }: ScimSession,
  { type, naming, ...usual }: SharedKind,
  { resourceType, schemas }: ShownKind,
): ScimKind {
  const schema = textOf(member(resourceType, "schema")) ?? usual.schema;
  const standard = standardAttributes(usual.schema);
  const own = shownAttributes(schemas, schema, standard) ?? standardAttributes(schema) ?? standard ?? [];
  const extensions = extensionsOf(resourceType, schemas).flatMap((id) => {
    const known = standardAttributes(id);
    // A schema that the service names but does not show is unknown, unless it is a standard one.
    return (shownAttributes(schemas, id, known) ?? known ?? []).flatMap((attribute) => split(attribute, id));
  });
  const named = own.some(({ name }) => name.toLowerCase() === naming.toLowerCase());
  const attributes = [
    ...(named ? [] : split({ name: naming, type: "string", required: true }, undefined)),
    ...own.flatMap((attribute) => split(attribute, undefined)),
    ...extensions,
    ...split({ name: "externalId", caseExact: true }, undefined),
  ];
  return {
    type,
    naming,
    schema,
    endpoint: endpointPath(options.url, textOf(member(resourceType, "endpoint")) ?? usual.endpoint),
    attributes: [...new Map(attributes.toReversed().map((one) => [one.name.toLowerCase(), one])).values()].toReversed(),
  };
}

function extensionsOf(resourceType: ScimResource | undefined, schemas: readonly ScimResource[]): readonly string[] {
  if (resourceType === undefined)
    return schemas.some((schema) => isSameSchema(member(schema, "id"), enterpriseSchema)) ? [enterpriseSchema] : [];
  return itemsOf(member(resourceType, "schemaExtensions"))
    .map((extension) => textOf(member(extension, "schema")) ?? textOf(extension))
    .filter((id) => id !== undefined);
}

function offers(configuration: unknown, feature: string): boolean | undefined {
  const told = member(configuration, feature);
  return booleanOf(member(told, "supported") ?? told);
}

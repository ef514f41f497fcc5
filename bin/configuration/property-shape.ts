import { propertiesOf } from "#api/odata/model/types.ts";
import type { EdmType, Property, StructuredType } from "#api/odata/structured-type.ts";
import { authorizationPhaseAuthorizers, authorizationPhases } from "#domain/resources/authorization-phases.ts";
import type { PropertyFacts } from "#domain/resources/format/property.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { implementers } from "#domain/resources/implementers.ts";

import { referenceOf } from "./references.ts";
import type { Shape } from "./shape.ts";
import { textFormOf } from "./text-forms.ts";

/** Resources whose properties tell the initial values of structures, by the names of these. */
const resourcesOfStructures: Readonly<Record<string, Resource>> = {
  AuthorizationPhase: authorizationPhases,
  Authorizer: authorizationPhaseAuthorizers,
  Implementer: implementers,
};

/** Initial values of members of other structures that the API shows although nobody gave them. */
const initialsOfStructures: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CatalogueFormField: { required: false, choices: [] },
};

/** Shapes of open types whose values the API shows in another form than they were given in. */
const openShapes: Readonly<Record<string, Shape>> = {
  TargetAttributes: { kind: "members", named: { kind: "any", single: true }, emptyIsNull: true },
  FormValues: { kind: "members", named: { kind: "any" }, emptyIsNull: true },
};

/** Lists whose order means nothing: the service keeps their members as rows. */
const unorderedLists: ReadonlySet<string> = new Set([
  "authorizers",
  "implementers",
  "items",
  "entitlements",
  "eventTypes",
  "grants",
  "scopes",
  "fields",
  "signatureAlgorithms",
]);

const kinds: Partial<Record<EdmType, Shape["kind"]>> = {
  "Edm.Boolean": "flag",
  "Edm.Int32": "number",
  "Edm.Int64": "number",
  "Edm.PrimitiveType": "scalar",
};

/** Returns the shape in files of a property of the API; the facts of its resource tell its initial value. */
export function shapeOfProperty(name: string, property: Property, facts?: PropertyFacts): Shape {
  const { type, collection, nullable, members: choices, access } = property;
  const own: Shape = typeof type === "string" ? { kind: kinds[type] ?? "text" } : shapeOfType(type);
  const refersTo = referenceOf(name, property);
  const initial = initialOf(property, facts);
  const form = textFormOf(name, facts?.format);
  return {
    ...own,
    ...(collection && listTerms(name)),
    ...(own.kind === "text" && form !== undefined && { form }),
    ...(nullable && { nullable }),
    ...(choices && { choices }),
    ...(refersTo && { refersTo }),
    ...(access === "write" && { secret: true }),
    ...(initial === undefined ? {} : { initial }),
  };
}

function listTerms(name: string): Partial<Shape> {
  if (name === "authorizationPhases") return { list: true, sortedBy: "sequence" };
  return unorderedLists.has(name) ? { list: true, unordered: true } : { list: true };
}

function initialOf({ nullable, collection }: Property, facts: PropertyFacts | undefined): unknown {
  // The API shows no list as null.
  if (collection && (nullable || facts?.initial === null)) return [];
  if (facts?.initial !== undefined) return facts.initial;
  if (nullable) return null;
  return collection && facts !== undefined ? [] : undefined;
}

/** Returns the shape of values of a complex type; an open type without properties takes any plain data. */
function shapeOfType(type: StructuredType): Shape {
  const properties = Object.entries(propertiesOf(type));
  if (type.open === true && properties.length === 0) return openShapes[type.name] ?? { kind: "any" };
  const resource = resourcesOfStructures[type.name];
  const members = properties.map(([name, property]) => {
    const facts = resource?.properties[name]?.facts;
    const shape = shapeOfProperty(name, property, facts);
    // What a resource does not have as a column stands in rows of its own, of which there may be none.
    const isOfRows = resource !== undefined && facts === undefined && property.collection === true;
    const initial = initialsOfStructures[type.name]?.[name] ?? (isOfRows ? [] : undefined);
    return [name, initial === undefined ? shape : { ...shape, initial }];
  });
  return { kind: "members", members: Object.fromEntries(members) as Record<string, Shape> };
}

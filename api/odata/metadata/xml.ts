import type { Model } from "../model/model.ts";
import type { ProtocolVersion } from "../protocol.ts";
import { type AnnotationValue, memberIn, pathIn } from "./annotation.ts";
import { type SchemaMember, schemaOf } from "./json.ts";

type Attributes = Readonly<Record<string, unknown>>;

/** Returns the model as CSDL in XML. It refers to no other document, so that clients need no network to read it. */
export function metadataXml(model: Model, version: ProtocolVersion): string {
  const edmx = { Version: version, "xmlns:edmx": "http://docs.oasis-open.org/odata/ns/edmx" };
  const edm = {
    Namespace: model.namespace,
    Alias: model.alias,
    xmlns: "http://docs.oasis-open.org/odata/ns/edm",
  };
  const services = element("edmx:DataServices", {}, [element("Schema", edm, contentOf(schemaOf(model), "Schema"))]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${element("edmx:Edmx", edmx, [services])}`;
}

/** Returns the content of an element: fields that JSON writes by themselves, members by their names, and annotations. */
function contentOf(member: SchemaMember, kind: string): readonly string[] {
  const usual = kind === "EntityContainer" ? "EntitySet" : "Property";
  const inner = Object.entries(member).flatMap(([name, value]) => {
    if (name.startsWith("$") || name.startsWith("@")) return [];
    const overloads = [value].flat() as readonly SchemaMember[];
    return overloads.map((each) => memberElement(each.$Kind ?? usual, name, each));
  });
  const annotations = Object.entries(member)
    .filter(([name]) => name.startsWith("@"))
    .map(([name, value]) => annotated("Annotation", { Term: name.slice(1) }, value as AnnotationValue));
  return [...fieldsOf(member), ...inner, ...annotations];
}

function memberElement(kind: string, name: unknown, member: SchemaMember): string {
  return element(kind, { Name: name, ...attributesOf(kind, member) }, contentOf(member, kind));
}

/** Attributes that JSON has as fields of the same names, in their order. */
const attributes = [
  "MaxLength",
  "Scale",
  "Precision",
  "DefaultValue",
  "ContainsTarget",
  "BaseType",
  "Abstract",
  "OpenType",
  "IsBound",
  "IsComposable",
  "EntitySetPath",
];
const values = ["Property", "Parameter", "ReturnType"];

function attributesOf(kind: string, member: SchemaMember): Attributes {
  const { $Type: type, $Collection: isCollection, $Nullable: isNullable } = member;
  // A function that gives entities has no Nullable, because none of them is ever null.
  const isSaid = values.includes(kind) && !(kind === "ReturnType" && isCollection);
  return {
    ...(kind === "EntitySet" ? { EntityType: type } : { Type: isCollection ? `Collection(${String(type)})` : type }),
    // In a collection it means that no member is null.
    ...(isSaid && !isNullable ? { Nullable: false } : {}),
    ...Object.fromEntries(attributes.map((name) => [name, member[`$${name}`]])),
  };
}

function fieldsOf(member: SchemaMember): readonly string[] {
  const { $Key: key = [], $Parameter: parameters = [], $ReturnType: result } = member;
  const constraints = Object.entries(member["$ReferentialConstraint"] ?? {});
  const bindings = Object.entries(member["$NavigationPropertyBinding"] ?? {});
  const keys = (key as readonly string[]).map((Name) => element("PropertyRef", { Name }));
  return [
    ...(keys.length === 0 ? [] : [element("Key", {}, keys)]),
    ...constraints.map(([Property, ReferencedProperty]) =>
      element("ReferentialConstraint", { Property, ReferencedProperty }),
    ),
    ...bindings.map(([Path, Target]) => element("NavigationPropertyBinding", { Path, Target })),
    ...(parameters as readonly SchemaMember[]).map((each) => memberElement("Parameter", each["$Name"], each)),
    ...(result === undefined ? [] : [element("ReturnType", attributesOf("ReturnType", result as SchemaMember))]),
  ];
}

function annotated(name: string, attribute: Attributes, value: AnnotationValue): string {
  const simple = simpleAttribute(value);
  if (simple !== null) return element(name, { ...attribute, ...simple });
  return element(name, attribute, [valueElement(value)]);
}

function simpleAttribute(value: AnnotationValue): Attributes | null {
  if (typeof value !== "object") return { [simpleTypes[typeof value as "string"]]: value };
  const member = memberIn(value);
  return member === null ? null : { EnumMember: member };
}

function valueElement(value: AnnotationValue): string {
  if (Array.isArray(value)) return element("Collection", {}, value.map(valueElement));
  if (typeof value !== "object") return element(simpleTypes[typeof value as "string"], {}, [escaped(String(value))]);
  const path = pathIn(value);
  if (path !== null) {
    return element("navigation" in value ? "NavigationPropertyPath" : "PropertyPath", {}, [escaped(path)]);
  }
  return element(
    "Record",
    {},
    Object.entries(value).map(([Property, part]) => annotated("PropertyValue", { Property }, part)),
  );
}

const simpleTypes = { string: "String", number: "Int", boolean: "Bool" } as const;

function element(name: string, given: Attributes, inner: readonly string[] = []): string {
  const written = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escaped(String(value))}"`)
    .join("");
  return inner.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${inner.join("")}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

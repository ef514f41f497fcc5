import type { EntitySet, Navigation } from "../entity-set.ts";
import type { EntityType } from "../model/collect-types.ts";
import type { Json } from "../model/input-fields.ts";
import type { Model } from "../model/model.ts";
import type { ProtocolVersion } from "../protocol.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import { type Annotations, type AnnotationValue, memberIn, pathIn } from "./annotation.ts";
import {
  containerAnnotations,
  defaultOf,
  parameterAnnotations,
  plainDefault,
  type PropertyDefault,
  propertyAnnotations,
  schemaAnnotations,
  setAnnotations,
  typeAnnotations,
} from "./annotations.ts";
import { type BoundCallable, callablesOf } from "./callables.ts";
import { inWords, maxLengthOf, sentAlongAnnotations } from "./value-rules.ts";

/** The name of the entity container. */
export const containerName = "Container";

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** The model as CSDL in XML. It refers to no other document, so that clients need no network to read it. */
export function metadataXml(model: Model, version: ProtocolVersion): string {
  const schema = [
    ...model.entityTypes.map((entity) => entityType(model, entity)),
    ...model.complexTypes.map((type) => complexType(model, type)),
    ...callablesOf(model).map((callable) => boundCallable(model, callable)),
    container(model),
    ...annotations(schemaAnnotations),
  ];
  const edmx = { Version: version, "xmlns:edmx": "http://docs.oasis-open.org/odata/ns/edmx" };
  const edm = {
    Namespace: model.namespace,
    Alias: model.alias,
    xmlns: "http://docs.oasis-open.org/odata/ns/edm",
  };
  const services = element("edmx:DataServices", {}, [element("Schema", edm, schema)]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${element("edmx:Edmx", edmx, [services])}`;
}

function entityType(model: Model, { type, key, navigation, create }: EntityType): string {
  const own = Object.entries(type.properties).map(([name, value]) =>
    property(model, { type, name, value, given: defaultOf(name, value, create) }),
  );
  return element("EntityType", namesOf(model, type), [
    ...(key === null ? [] : [element("Key", {}, [element("PropertyRef", { Name: key.property })])]),
    ...own,
    ...navigation.map((way) => navigationProperty(model, way, type)),
    ...annotations(typeAnnotations(type, model.shapes, true)),
  ]);
}

function namesOf(model: Model, { name, base, open, abstract }: StructuredType): Attributes {
  return {
    Name: name,
    BaseType: base && model.qualified(base),
    ...(abstract ? { Abstract: true } : {}),
    ...(open ? { OpenType: true } : {}),
  };
}

function navigationProperty(
  model: Model,
  { name, many, target, contained, constraint }: Navigation,
  from: StructuredType,
): string {
  const { type: entity, key } = target();
  const type = model.qualified(entity);
  const attributes = {
    Name: name,
    Type: many ? `Collection(${type})` : type,
    ...(contained ? { ContainsTarget: true } : {}),
  };
  const referential = { Property: constraint, ReferencedProperty: key.property };
  return element("NavigationProperty", attributes, [
    ...(constraint === undefined ? [] : [element("ReferentialConstraint", referential)]),
    ...annotations(sentAlongAnnotations(entity, model.shapes.shapeOf(from, name))),
  ]);
}

function complexType(model: Model, type: StructuredType): string {
  const properties = Object.entries(type.properties).map(([name, value]) =>
    property(model, { type, name, value, given: plainDefault(value, model.shapes.shapeOf(type, name)) }),
  );
  return element("ComplexType", namesOf(model, type), [
    ...properties,
    ...annotations(typeAnnotations(type, model.shapes, false)),
  ]);
}

interface Declared {
  readonly type: StructuredType;
  readonly name: string;
  readonly value: Property;
  readonly given: PropertyDefault;
}

function property(model: Model, { type, name, value, given }: Declared): string {
  const shape = model.shapes.shapeOf(type, name);
  const attributes = {
    ...{ Name: name, Type: typeText(model, value), ...facets(value, shape) },
    ...(given.value === undefined ? {} : { DefaultValue: String(given.value) }),
  };
  return element("Property", attributes, annotations({ ...propertyAnnotations(value, shape), ...given.annotations }));
}

function facets(value: Property, shape: Json | undefined): Attributes {
  const { type, nullable, collection } = value;
  const maxLength = maxLengthOf(value, shape);
  return {
    // Of a collection it says that none of its members is null.
    ...(nullable && !collection ? {} : { Nullable: "false" }),
    ...(maxLength === undefined ? {} : { MaxLength: String(maxLength) }),
    ...(type === "Edm.Decimal" ? { Scale: "variable" } : {}),
    ...(type === "Edm.DateTimeOffset" ? { Precision: "3" } : {}),
  };
}

function typeText(model: Model, { type, collection }: Pick<Property, "type" | "collection">): string {
  const name = typeof type === "string" ? type : model.qualified(type);
  return collection ? `Collection(${name})` : name;
}

function boundCallable(model: Model, callable: BoundCallable): string {
  const { kind, name, boundTo, collection, parameters, required, rules, result } = callable;
  const binding = model.qualified(boundTo);
  const given = Object.entries(parameters.properties).map(([parameter, value]) => {
    const shape = model.shapes.shapeOf(parameters, parameter);
    return element(
      "Parameter",
      { Name: parameter, Type: typeText(model, value), ...facets(value, shape) },
      annotations(parameterAnnotations(value, shape, { kind, required, name: parameter })),
    );
  });
  return element(kind, { Name: name, IsBound: true }, [
    element("Parameter", { Name: "it", Type: collection ? `Collection(${binding})` : binding, Nullable: "false" }),
    ...given,
    element("ReturnType", { Type: model.qualified(result), Nullable: "false" }),
    ...annotations(inWords(rules)),
  ]);
}

function container(model: Model): string {
  const sets = model.sets.map((set) =>
    element("EntitySet", { Name: set.name, EntityType: model.qualified(set.type) }, [
      ...bindings(set).map(([Path, Target]) => element("NavigationPropertyBinding", { Path, Target })),
      ...annotations(setAnnotations(set)),
    ]),
  );
  return element("EntityContainer", { Name: containerName }, [...sets, ...annotations(containerAnnotations)]);
}

/** The navigations of a set that lead to other sets, each with the name of that set. */
export function bindings(set: EntitySet): readonly (readonly [path: string, target: string])[] {
  return (set.navigation ?? []).flatMap(({ name, contained, target }) =>
    contained ? [] : [[name, target().name] as const],
  );
}

function annotations(given: Annotations): readonly string[] {
  return Object.entries(given).map(([term, value]) => annotated("Annotation", { Term: term }, value));
}

function annotated(name: string, attributes: Attributes, value: AnnotationValue): string {
  const simple = simpleAttribute(value);
  if (simple !== null) return element(name, { ...attributes, ...simple });
  return element(name, attributes, [valueElement(value)]);
}

function simpleAttribute(value: AnnotationValue): Attributes | null {
  if (typeof value === "string") return { String: value };
  if (typeof value === "boolean") return { Bool: String(value) };
  if (typeof value === "number") return { Int: String(value) };
  const member = memberIn(value);
  return member === null ? null : { EnumMember: member };
}

function valueElement(value: AnnotationValue): string {
  if (Array.isArray(value)) return element("Collection", {}, value.map(valueElement));
  if (typeof value !== "object") return element(textElements[typeof value as "string"], {}, [escaped(String(value))]);
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

const textElements = { string: "String", number: "Int", boolean: "Bool" } as const;

function element(name: string, attributes: Attributes, inner: readonly string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escaped(String(value))}"`)
    .join("");
  return inner.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${inner.join("")}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

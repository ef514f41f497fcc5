import { expandDepthMax } from "#domain/limits.ts";

import { type EntitySet, typeMadeBy, type Verbs, type WriteVerb } from "../entity-set.ts";
import { inputFieldsOf, type Json } from "../model/input-fields.ts";
import type { InputShapes } from "../model/input-shapes.ts";
import { isFilterable, isSortable, propertiesOf } from "../model/types.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import type { Annotations, AnnotationValue } from "./annotation.ts";
import type { BoundCallable } from "./callables.ts";
import { allowed, inWords, valueAnnotations } from "./value-rules.ts";

const core = "Org.OData.Core.V1";
const capabilities = "Org.OData.Capabilities.V1";

/** Annotations of the whole service. */
export const containerAnnotations: Annotations = {
  [`${core}.ODataVersions`]: "4.0,4.01",
  [`${capabilities}.ConformanceLevel`]: { $enum: `${capabilities}.ConformanceLevelType/Intermediate` },
  [`${capabilities}.SupportedFormats`]: ["application/json;odata.metadata=minimal;IEEE754Compatible=false"],
  [`${capabilities}.BatchSupport`]: {
    Supported: true,
    ContinueOnErrorSupported: true,
    ReferencesInRequestBodiesSupported: false,
    ReferencesAcrossChangeSetsSupported: false,
    SupportedFormats: ["multipart/mixed", "application/json"],
  },
  [`${capabilities}.AsynchronousRequestsSupported`]: false,
  [`${capabilities}.CrossJoinSupported`]: false,
  [`${capabilities}.KeyAsSegmentSupported`]: false,
};

/** Returns the annotations of a set: its verbs, and the properties that can be filtered, ordered or expanded. */
export function setAnnotations(set: EntitySet, qualified: (type: StructuredType) => string): Annotations {
  const properties = Object.entries(propertiesOf(set.type)).filter(([, { access }]) => access !== "write");
  const orderable = set.allowedOrderByPropertiesList;
  const sortable = (name: string, property: Property) =>
    isSortable(name, property) && (orderable === undefined || orderable.includes(name));
  const fixed = (set.navigation ?? []).filter(({ relation }) => relation === undefined);
  return {
    ...Object.fromEntries(
      Object.entries(verbRestrictions(set, set, qualified)).map(([name, value]) => [`${capabilities}.${name}`, value]),
    ),
    ...navigationAnnotations(set, qualified),
    [`${capabilities}.FilterRestrictions`]: {
      NonFilterableProperties: properties.filter(([name, property]) => !isFilterable(name, property)).map(pathOf),
    },
    [`${capabilities}.SortRestrictions`]: {
      NonSortableProperties: properties.filter(([name, property]) => !sortable(name, property)).map(pathOf),
    },
    [`${capabilities}.ExpandRestrictions`]: {
      MaxLevels: expandDepthMax,
      NonExpandableProperties: fixed.map(({ name }) => ({ $path: name, navigation: true })),
    },
  };
}

/** Returns the annotations of a property. */
export function propertyAnnotations(property: Property, shape: Json | undefined): Annotations {
  const { access, immutable, members, description } = property;
  return {
    ...(description === undefined ? {} : { [`${core}.Description`]: description }),
    ...(immutable ? { [`${core}.Immutable`]: true } : {}),
    ...(access === "read" ? { [`${core}.Computed`]: true } : {}),
    ...(access === "write" ? { [`${core}.Permissions`]: { $enum: `${core}.Permission/Write` } } : {}),
    ...(members === undefined ? {} : allowed(members)),
    ...valueAnnotations(property, shape),
  };
}

/** Returns the annotations of a type: the types of its dynamic properties, and rules about several of its properties. */
export function typeAnnotations(type: StructuredType, { rulesOf }: InputShapes, isEntity: boolean): Annotations {
  return {
    ...(type.dynamicTypes === undefined
      ? {}
      : { "Org.OData.Validation.V1.OpenPropertyTypeConstraint": type.dynamicTypes }),
    // Rules of an entity belong to a verb, and stand with its restrictions.
    ...(isEntity ? {} : inWords(rulesOf(type))),
  };
}

/**
 * Returns the annotations of a parameter. One that is not required is optional. A nullable parameter of an action may
 * be left out without an annotation.
 */
export function parameterAnnotations(
  property: Property,
  shape: Json | undefined,
  { kind, required, name }: Pick<BoundCallable, "kind" | "required"> & { readonly name: string },
): Annotations {
  const isNull = kind === "Action" && property.nullable === true && property.collection !== true;
  return {
    ...propertyAnnotations(property, shape),
    ...(required.includes(name) || isNull ? {} : { [`${core}.OptionalParameter`]: {} }),
  };
}

/** Annotations of the schema: actions are called without its namespace. */
export const schemaAnnotations: Annotations = { [`${core}.DefaultNamespace`]: true };

/** Returns the default of a property that POST does not name. */
export function defaultOf(name: string, property: Property, create: WriteVerb | undefined): PropertyDefault {
  if (create === undefined) return {};
  const { properties, required } = inputFieldsOf(create);
  const fieldName = property.field ?? name;
  const field = properties[fieldName];
  const isNeeded = required.includes(fieldName) || create.demands?.includes(fieldName) === true;
  if (field === undefined || isNeeded || !takesDefault(property)) return {};
  const given = plainDefault(property, field);
  return given.value === undefined ? { annotations: { [`${core}.ComputedDefaultValue`]: true } } : given;
}

/** Returns the default that an input itself gives to a property. */
export function plainDefault(property: Property, { default: value }: Json = {}): PropertyDefault {
  const isPlain = typeof value === "string" || typeof value === "boolean" || typeof value === "number";
  return isPlain && takesDefault(property) ? { value } : {};
}

function takesDefault({ access, nullable, collection }: Property): boolean {
  return access === undefined && !nullable && !collection;
}

/** A default that stands in the schema, or an annotation that there is one. */
export interface PropertyDefault {
  readonly value?: string | boolean | number;
  readonly annotations?: Annotations;
}

// Properties that callers may set in general, and that this verb does not take.
function notTaken({ type }: Pick<EntitySet, "type">, verb: WriteVerb): readonly (readonly [string, Property])[] {
  const { properties } = inputFieldsOf(verb);
  return Object.entries(propertiesOf(type)).filter(
    ([name, { access, field }]) => access !== "read" && !Object.hasOwn(properties, field ?? name),
  );
}

function notSentAlong({ navigation = [] }: Pick<EntitySet, "navigation">, { parameters = {} }: WriteVerb) {
  return navigation
    .filter(({ name, constraint, target }) => constraint === undefined && parameters[name]?.type !== target().type)
    .map(({ name }) => ({ $path: name, navigation: true }) as const);
}

/** Returns the properties that POST must name. */
function requiredIn({ type, derived = [] }: EntitySet, verb: WriteVerb): readonly AnnotationValue[] {
  const { required } = inputFieldsOf(verb);
  const needed = new Set([...required, ...(verb.demands ?? [])]);
  const declared = Object.assign({}, ...[type, ...derived].map(propertiesOf)) as Readonly<Record<string, Property>>;
  return Object.entries(declared)
    .filter(([name, { access, field }]) => access !== "read" && needed.has(field ?? name))
    .map(pathOf);
}

function verbRestrictions(
  set: EntitySet,
  verbs: Verbs,
  qualified: (type: StructuredType) => string,
): Readonly<Record<string, AnnotationValue>> {
  const { list, get, create, update, remove } = verbs;
  const made = create && typeMadeBy(create, set);
  return {
    ReadRestrictions: {
      Readable: list !== undefined,
      ReadByKeyRestrictions: { Readable: get !== undefined },
    },
    InsertRestrictions: {
      Insertable: create !== undefined,
      ...(create && {
        NonInsertableProperties: notTaken(set, create).map(pathOf),
        NonInsertableNavigationProperties: notSentAlong(set, create),
        RequiredProperties: requiredIn(set, create),
        ...rulesOfVerb(create, made && `must be the type #${qualified(made)} here`),
      }),
    },
    // A PATCH of what is not there is 404: no upsert.
    UpdateRestrictions: {
      Updatable: update !== undefined,
      Upsertable: false,
      ...(update && { NonUpdatableProperties: notTaken(set, update).map(pathOf), ...rulesOfVerb(update) }),
    },
    DeleteRestrictions: { Deletable: remove !== undefined },
  };
}

function rulesOfVerb(verb: WriteVerb, rule?: string): Readonly<Record<string, AnnotationValue>> {
  const words = inWords([...inputFieldsOf(verb).rules, ...(rule === undefined ? [] : [rule])])[
    `${core}.LongDescription`
  ];
  return words === undefined ? {} : { LongDescription: words };
}

/** Returns the restrictions of entities that live below others. */
function navigationAnnotations(
  { navigation = [] }: EntitySet,
  qualified: (type: StructuredType) => string,
): Annotations {
  const restricted = navigation
    .filter(({ contained, many }) => contained === true && many)
    .map((way) => ({
      NavigationProperty: { $path: way.name, navigation: true as const },
      ...verbRestrictions(way.target(), way, qualified),
    }));
  if (restricted.length === 0) return {};
  return { [`${capabilities}.NavigationRestrictions`]: { RestrictedProperties: restricted } };
}

function pathOf([name]: readonly [string, Property]): AnnotationValue {
  return { $path: name };
}

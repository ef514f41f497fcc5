import { expandDepthMax } from "#domain/limits.ts";

import type { EntitySet, WriteVerb } from "../entity-set.ts";
import { inputFieldsOf } from "../model/input-fields.ts";
import { isFilterable, isSortable, propertiesOf } from "../model/types.ts";
import type { Property } from "../structured-type.ts";

/** The value of an annotation: `{ $path }` names a property or a navigation, `{ $enum }` a member. */
export type AnnotationValue =
  | string
  | number
  | boolean
  | { readonly $path: string; readonly navigation?: true }
  | { readonly $enum: string }
  | readonly AnnotationValue[]
  | { readonly [property: string]: AnnotationValue };

/** The member that a value names; null where it is none. */
export function memberIn(value: AnnotationValue): string | null {
  return typeof value === "object" && "$enum" in value && typeof value.$enum === "string" ? value.$enum : null;
}

/** The path that a value names; null where it is none. */
export function pathIn(value: AnnotationValue): string | null {
  return typeof value === "object" && "$path" in value && typeof value.$path === "string" ? value.$path : null;
}

/** Annotations by their full term. */
export type Annotations = Readonly<Record<string, AnnotationValue>>;

const core = "Org.OData.Core.V1";
const capabilities = "Org.OData.Capabilities.V1";

/** What holds for the whole service. */
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

/** What holds for a set: its verbs, what it can be filtered and ordered by, what can be expanded. */
export function setAnnotations(set: EntitySet): Annotations {
  const properties = Object.entries(propertiesOf(set.type)).filter(([, { access }]) => access !== "write");
  const allowed = set.allowedOrderByPropertiesList;
  const sortable = (name: string, property: Property) =>
    isSortable(name, property) && (allowed === undefined || allowed.includes(name));
  const fixed = (set.navigation ?? []).filter(({ relation }) => relation === undefined);
  return {
    ...verbAnnotations(set),
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

/** What holds for a property. */
export function propertyAnnotations({ access, immutable, members }: Property): Annotations {
  return {
    ...(immutable ? { [`${core}.Immutable`]: true } : {}),
    ...(access === "read" ? { [`${core}.Computed`]: true } : {}),
    ...(access === "write" ? { [`${core}.Permissions`]: { $enum: `${core}.Permission/Write` } } : {}),
    ...(members === undefined
      ? {}
      : { "Org.OData.Validation.V1.AllowedValues": members.map((member) => ({ Value: member })) }),
  };
}

/** What holds for a parameter: those of a function may be left out, and those of an action say by themselves what they take. */
export function parameterAnnotations(kind: "Action" | "Function"): Annotations {
  return kind === "Function" ? { [`${core}.OptionalParameter`]: {} } : {};
}

/** What holds for the schema: actions are called without its namespace. */
export const schemaAnnotations: Annotations = { [`${core}.DefaultNamespace`]: true };

/** What the service gives to a property where POST does not name it. */
export function defaultOf(name: string, property: Property, create: WriteVerb | undefined): PropertyDefault {
  const fields = create === undefined ? undefined : inputFieldsOf(create);
  const field = fields?.properties[name];
  const isOptional = field !== undefined && fields?.required.includes(name) === false;
  if (!isOptional || property.access !== undefined || property.nullable || property.collection) return {};
  const { default: value } = field;
  const isPlain = typeof value === "string" || typeof value === "boolean" || typeof value === "number";
  return isPlain ? { value } : { annotations: { [`${core}.ComputedDefaultValue`]: true } };
}

/** A default that stands in the schema, or an annotation that there is one. */
export interface PropertyDefault {
  readonly value?: string | boolean | number;
  readonly annotations?: Annotations;
}

// What callers may set at all, and this verb does not take.
function notTaken({ type }: Pick<EntitySet, "type">, verb: WriteVerb): readonly (readonly [string, Property])[] {
  const { properties } = inputFieldsOf(verb);
  return Object.entries(propertiesOf(type)).filter(
    ([name, { access }]) => access !== "read" && !Object.hasOwn(properties, name),
  );
}

function notSentAlong({ navigation = [] }: Pick<EntitySet, "navigation">, { parameters = {} }: WriteVerb) {
  return navigation
    .filter(({ name, constraint }) => constraint === undefined && !Object.hasOwn(parameters, name))
    .map(({ name }) => ({ $path: name, navigation: true }) as const);
}

function verbAnnotations(set: EntitySet): Annotations {
  const { list, get, create, update, remove } = set;
  return {
    [`${capabilities}.ReadRestrictions`]: {
      Readable: list !== undefined,
      ReadByKeyRestrictions: { Readable: get !== undefined },
    },
    [`${capabilities}.InsertRestrictions`]: {
      Insertable: create !== undefined,
      ...(create === undefined ? {} : { NonInsertableProperties: notTaken(set, create).map(pathOf) }),
      ...(create === undefined ? {} : { NonInsertableNavigationProperties: notSentAlong(set, create) }),
    },
    // A PATCH of what is not there is 404: no upsert.
    [`${capabilities}.UpdateRestrictions`]: {
      Updatable: update !== undefined,
      Upsertable: false,
      ...(update === undefined ? {} : { NonUpdatableProperties: notTaken(set, update).map(pathOf) }),
    },
    [`${capabilities}.DeleteRestrictions`]: { Deletable: remove !== undefined },
  };
}

function pathOf([name]: readonly [string, Property]): AnnotationValue {
  return { $path: name };
}

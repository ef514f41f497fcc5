import type { Navigation, WriteVerb } from "../entity-set.ts";
import type { EntityType } from "../model/collect-types.ts";
import type { Model } from "../model/model.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import { type Annotations, memberIn, pathIn } from "./annotation.ts";
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

type Json = Record<string, unknown>;

/** A member of the schema in the words of CSDL in JSON; the values of its annotations still say what they name. */
export type SchemaMember = Readonly<Json> & { readonly $Kind?: string };

const containerName = "Container";

/** Returns the model as CSDL in JSON. */
export function metadataJson(model: Model): unknown {
  return plain({
    $Version: "4.01",
    $EntityContainer: `${model.namespace}.${containerName}`,
    [model.namespace]: schemaOf(model),
  });
}

/** Returns the schema of the model, from which both forms of CSDL are written. */
export function schemaOf(model: Model): SchemaMember {
  const callables: Record<string, Json[]> = {};
  for (const callable of callablesOf(model)) (callables[callable.name] ??= []).push(boundCallable(model, callable));
  return {
    $Alias: model.alias,
    ...annotations(schemaAnnotations),
    ...Object.fromEntries(model.entityTypes.map((entity) => [entity.type.name, entityType(model, entity)])),
    ...Object.fromEntries(model.complexTypes.map((type) => [type.name, structure(model, "ComplexType", type)])),
    ...callables,
    [containerName]: container(model),
  };
}

function entityType(model: Model, { type, key, navigation, create }: EntityType): Json {
  return {
    ...structure(model, "EntityType", type, create),
    ...(key === null ? {} : { $Key: [key.property] }),
    ...Object.fromEntries(navigation.map((way) => [way.name, navigationProperty(model, way, type)])),
  };
}

function structure(model: Model, kind: string, type: StructuredType, create?: WriteVerb): Json {
  const isEntity = kind === "EntityType";
  const properties = Object.entries(type.properties).map(([name, value]) => {
    const shape = model.shapes.shapeOf(type, name);
    const given = isEntity ? defaultOf(name, value, create) : plainDefault(value, shape);
    return [name, property(model, value, { given, shape })];
  });
  return {
    $Kind: kind,
    ...(type.base === undefined ? {} : { $BaseType: model.qualified(type.base) }),
    ...(type.abstract ? { $Abstract: true } : {}),
    ...(type.open ? { $OpenType: true } : {}),
    ...annotations(typeAnnotations(type, model.shapes, isEntity)),
    ...Object.fromEntries(properties),
  };
}

function navigationProperty(
  model: Model,
  { name, many, target, contained, constraint }: Navigation,
  from: StructuredType,
): Json {
  return {
    $Kind: "NavigationProperty",
    ...(many ? { $Collection: true } : { $Nullable: true }),
    $Type: model.qualified(target().type),
    ...(contained ? { $ContainsTarget: true } : {}),
    ...(constraint === undefined ? {} : { $ReferentialConstraint: { [constraint]: target().key.property } }),
    ...annotations(sentAlongAnnotations(target().type, model.shapes.shapeOf(from, name))),
  };
}

interface Demands {
  readonly given: PropertyDefault;
  readonly shape: Json | undefined;
}

function property(model: Model, value: Property, { given, shape }: Demands): Json {
  return {
    ...typed(model, value, shape),
    ...(given.value === undefined ? {} : { $DefaultValue: given.value }),
    ...annotations({ ...propertyAnnotations(value, shape), ...given.annotations }),
  };
}

function typed(model: Model, value: Property, shape: Json | undefined): Json {
  const { type, collection, nullable } = value;
  const maxLength = maxLengthOf(value, shape);
  return {
    ...(collection ? { $Collection: true } : {}),
    $Type: typeof type === "string" ? type : model.qualified(type),
    ...(nullable && !collection ? { $Nullable: true } : {}),
    ...(maxLength === undefined ? {} : { $MaxLength: maxLength }),
    ...(type === "Edm.DateTimeOffset" ? { $Precision: 3 } : {}),
    ...(type === "Edm.Decimal" ? { $Scale: "variable" } : {}),
  };
}

function boundCallable(model: Model, callable: BoundCallable): Json {
  const { kind, boundTo, collection, parameters, required, rules, result, givesSome } = callable;
  const given = Object.entries(parameters.properties).map(([name, value]) => {
    const shape = model.shapes.shapeOf(parameters, name);
    const annotated = annotations(parameterAnnotations(value, shape, { kind, required, name }));
    return { $Name: name, ...typed(model, value, shape), ...annotated };
  });
  return {
    $Kind: kind,
    $IsBound: true,
    ...(givesSome ? { $IsComposable: true, $EntitySetPath: "it" } : {}),
    $Parameter: [
      { $Name: "it", ...(collection ? { $Collection: true } : {}), $Type: model.qualified(boundTo) },
      ...given,
    ],
    $ReturnType: { ...(givesSome ? { $Collection: true } : {}), $Type: model.qualified(result) },
    ...annotations(inWords(rules)),
  };
}

function container(model: Model): Json {
  const sets = model.sets.map((set) => {
    const linked = (set.navigation ?? []).filter(({ contained }) => !contained);
    return [
      set.name,
      {
        $Collection: true,
        $Type: model.qualified(set.type),
        ...(linked.length === 0
          ? {}
          : { $NavigationPropertyBinding: Object.fromEntries(linked.map((way) => [way.name, way.target().name])) }),
        ...annotations(setAnnotations(set, (type) => model.qualified(type))),
      },
    ] as const;
  });
  return { $Kind: "EntityContainer", ...annotations(containerAnnotations), ...Object.fromEntries(sets) };
}

function annotations(given: Annotations): Json {
  return Object.fromEntries(Object.entries(given).map(([term, value]) => [`@${term}`, value]));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const named = pathIn(value) ?? memberIn(value)?.split("/")[1];
  if (named !== undefined) return named;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

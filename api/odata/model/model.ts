import type { EntitySet, Navigation } from "../entity-set.ts";
import type { StructuredType } from "../structured-type.ts";
import { collectTypes, type EntityType } from "./collect-types.ts";
import { type InputShapes, inputShapesOf } from "./input-shapes.ts";

/** The namespace of every type. */
export const modelNamespace = "Gatehouse.REST.Models.v2";

/** The short form of the namespace, as the schema's alias. */
export const modelAlias = "v2";

/** Model of the entity sets. `$metadata` shows it, and names are resolved against it. */
export interface Model {
  readonly namespace: string;
  readonly alias: string;
  /** The sets below the service root. */
  readonly sets: readonly EntitySet[];
  /** Entity types, a base type before those derived from it. */
  readonly entityTypes: readonly EntityType[];
  readonly complexTypes: readonly StructuredType[];
  /** Demands of inputs on values, for documents. */
  readonly shapes: InputShapes;
  /** Finds a set by its name: exactly, then without regard to case. */
  setNamed(name: string): EntitySet | undefined;
  /** Finds a type by its name with namespace or alias. */
  typeNamed(qualifiedName: string): StructuredType | undefined;
  /** Returns the name of a type with its namespace. */
  qualified(type: StructuredType): string;
}

/**
 * Makes the model of these sets, once at the start.
 * @throws TypeError if two different types have one name, or a navigation and a property
 */
export function createModel(sets: readonly EntitySet[]): Model {
  const { entityTypes, complexTypes } = collectTypes(sets);
  const types = new Map([...entityTypes.map(({ type }) => type), ...complexTypes].map((type) => [type.name, type]));
  const exact = new Map(sets.map((set) => [set.name, set]));
  const folded = new Map(sets.map((set) => [set.name.toLowerCase(), set]));
  let shapes: InputShapes | undefined;
  return {
    namespace: modelNamespace,
    alias: modelAlias,
    sets,
    entityTypes,
    complexTypes,
    // Only documents need the shapes, and they take long.
    get shapes() {
      return (shapes ??= inputShapesOf(sets));
    },
    setNamed: (name) => exact.get(name) ?? folded.get(name.toLowerCase()),
    typeNamed(qualifiedName) {
      const dot = qualifiedName.lastIndexOf(".");
      const namespace = qualifiedName.slice(0, Math.max(0, dot));
      return namespace === modelNamespace || namespace === modelAlias
        ? types.get(qualifiedName.slice(dot + 1))
        : undefined;
    },
    qualified: (type) => `${modelNamespace}.${type.name}`,
  };
}

/** Finds a navigation of a set by its exact name. */
export function navigationNamed(set: EntitySet, name: string): Navigation | undefined {
  return set.navigation?.find((navigation) => navigation.name === name);
}

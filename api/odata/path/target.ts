import type { EntitySet, Navigation, SetView } from "../entity-set.ts";
import type { Property, StructuredType } from "../structured-type.ts";

/** One step of a path: into a set or along a navigation, optionally to one entity by its key. */
export interface PathStep {
  readonly set: EntitySet;
  /** Navigation from the step before; null for the first. */
  readonly navigation: Navigation | null;
  /** Key in the address; null without one. */
  readonly key: string | null;
  /** Type of the entities, after a cast. */
  readonly type: StructuredType;
  /** Function of the set that selects some of its entities. */
  readonly view?: NamedView;
}

/** A function of a set that gives some of its entities, with its name. */
export interface NamedView extends SetView {
  readonly name: string;
}

/** A property on the way into an entity. */
export interface PropertyStep {
  readonly name: string;
  readonly property: Property;
}

/** Part of the entities that a path ends with. */
export type Ending =
  | { readonly kind: "entities" | "count" | "references" }
  | {
      readonly kind: "property";
      readonly path: readonly PropertyStep[];
      /** Form of the value. `value`: bare, by `/$value`. `count`: the number of its members. */
      readonly form: "property" | "value" | "count";
    };

/** Steps and ending of a path. */
export interface Target {
  readonly steps: readonly PathStep[];
  readonly ending: Ending;
}

/** Reports whether a step leads to a collection, not to one entity. */
export function isCollection({ navigation, key }: PathStep): boolean {
  return key === null && (navigation === null || navigation.many);
}

/** Returns the policy under which the rows of a step are read; undefined if it cannot be read. */
export function policyOf(step: PathStep): string | undefined {
  if (step.view !== undefined) return step.view.policy;
  const { list, get } = step.navigation ?? step.set;
  if (isCollection(step)) return list?.policy;
  // Entities that may be listed along a navigation may be read there one by one: `targetSystems('X')/accounts({key})`.
  return get?.policy ?? (step.navigation?.many ? list?.policy : undefined);
}

/** Returns the last step. */
export function lastStep({ steps }: Pick<Target, "steps">): PathStep {
  const step = steps.at(-1);
  if (step === undefined) throw new RangeError("a path has at least one step");
  return step;
}

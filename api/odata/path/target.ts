import type { EntitySet, Navigation, SetView } from "../entity-set.ts";
import type { Property, StructuredType } from "../structured-type.ts";

/** One step of a path: into a set or along a navigation, perhaps to one entity by its key. */
export interface PathStep {
  readonly set: EntitySet;
  /** The way from the step before; null for the first. */
  readonly navigation: Navigation | null;
  /** The key where it stands in the address. */
  readonly key: string | null;
  /** The type of the entities, after a cast. */
  readonly type: StructuredType;
  /** The function of the set by which some of its entities are meant. */
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

/** What of the entities is asked for. */
export type Ending =
  | { readonly kind: "entities" | "count" | "references" }
  | {
      readonly kind: "property";
      readonly path: readonly PropertyStep[];
      /** `value`: bare, by `/$value`; `count`: how many it holds. */
      readonly form: "property" | "value" | "count";
    };

/** What a path leads to. */
export interface Target {
  readonly steps: readonly PathStep[];
  readonly ending: Ending;
}

/** Whether a step leads to a collection, not to one entity. */
export function isCollection({ navigation, key }: PathStep): boolean {
  return key === null && (navigation === null || navigation.many);
}

/** The policy under which the rows of a step are read; undefined where it cannot be read. */
export function policyOf(step: PathStep): string | undefined {
  if (step.view !== undefined) return step.view.policy;
  const { list, get } = step.navigation ?? step.set;
  if (isCollection(step)) return list?.policy;
  // What may be listed on a way may be read there one by one: `targetSystems('X')/accounts({key})`.
  return get?.policy ?? (step.navigation?.many ? list?.policy : undefined);
}

/** The last step. */
export function lastStep({ steps }: Pick<Target, "steps">): PathStep {
  const step = steps.at(-1);
  if (step === undefined) throw new RangeError("a path has at least one step");
  return step;
}

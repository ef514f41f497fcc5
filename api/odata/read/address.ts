import type { EntityPlace } from "../json/entity.ts";
import { formatKey } from "../key.ts";
import { isCollection, lastStep, type PathStep, type Target } from "../path/target.ts";
import { type ODataCall, rootAddress } from "../service.ts";

/** Returns the path of a target below the service root, with names as declared. */
export function pathOf({ steps }: Pick<Target, "steps">): string {
  return steps.map(segmentOf).join("/");
}

/** Returns the path by which a collection is requested: with the cast and `$ref` behind it. */
export function collectionPathOf({ model }: Pick<ODataCall["service"], "model">, target: Target): string {
  const { type, set } = lastStep(target);
  const cast = type === set.type ? "" : `/${model.qualified(type)}`;
  return `${pathOf(target)}${cast}${target.ending.kind === "references" ? "/$ref" : ""}`;
}

/** Returns the place of the entities of a target: below the entity above, or in their own set. */
export function placeOf(target: Pick<Target, "steps">): EntityPlace {
  const step = lastStep(target);
  const names: readonly string[] = [];
  if (step.navigation?.contained !== true) return { path: step.set.name, names };
  if (step.navigation.many)
    return { path: pathOf({ steps: [...target.steps.slice(0, -1), { ...step, key: null }] }), names };
  return { path: pathOf(target), single: true, names };
}

/** Returns `@odata.context` of a target, which describes the answer by `$metadata`. */
export function contextOf(odata: ODataCall, target: Target, selectList: string | null): string {
  const { service } = odata;
  const step = lastStep(target);
  const { path, single } = placeOf(target);
  const cast = step.type === step.set.type ? "" : `/${service.model.qualified(step.type)}`;
  const selected = selectList === null ? "" : `(${selectList})`;
  const one = isCollection(step) || single ? "" : "/$entity";
  return `${rootAddress(odata)}/$metadata#${path}${cast}${selected}${one}`;
}

/** Returns `@odata.context`, or nothing if the caller wants no control information. */
export function contextIn({ format }: ODataCall, context: () => string): Record<string, string> {
  return format.metadata === "none" ? {} : { "@odata.context": context() };
}

function segmentOf({ set, navigation, key, view }: PathStep): string {
  const name = navigation?.name ?? set.name;
  if (view !== undefined) return `${name}/${view.name}`;
  return key === null ? name : `${name}(${formatKey(key)})`;
}

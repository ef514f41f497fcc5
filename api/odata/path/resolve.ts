import { ServiceError } from "#domain/errors.ts";

import { parseSegment, type PathSegment } from "../../path.ts";
import type { RouteCall } from "../../route.ts";
import type { EntityKey, EntitySet } from "../entity-set.ts";
import { isGuid } from "../key.ts";
import type { Model } from "../model/model.ts";
import { isDerivedFrom, propertiesOf } from "../model/types.ts";
import type { StructuredType } from "../structured-type.ts";
import {
  type Ending,
  isCollection,
  lastStep,
  policyOf,
  type PropertyStep,
  type PathStep,
  type Target,
} from "./target.ts";

const entities: Ending = { kind: "entities" };
const stepsMax = 10;

/**
 * Returns the target of the segments behind a set. Names match exactly first, then without regard to case.
 * @throws NOT_FOUND for a name that the model does not have, NOT_SUPPORTED for a part of OData that this service does
 * not support
 * @throws KEY_INVALID, ADDRESS_INVALID
 */
export function resolve(model: Model, steps: readonly PathStep[], segments: readonly string[]): Target {
  let target: Target = { steps, ending: entities };
  for (const [index, segment] of segments.entries()) {
    refuseUnsupported(segment);
    target = follow(model, target, parseSegment(segment));
    if (index > stepsMax) throw new ServiceError("NOT_FOUND");
  }
  // Each entity on the way, and the end of the path, must be readable.
  if (target.steps.some((step) => policyOf(step) === undefined)) throw new ServiceError("NOT_FOUND");
  return target;
}

function refuseUnsupported(segment: string): void {
  if (/^(?:\$|%24)(?:filter|each|query|all|crossjoin|entity)\b/i.test(segment)) {
    throw new ServiceError("NOT_SUPPORTED", {
      message: `'${segment.slice(0, 40)}' in an address is not supported here. Use query options.`,
    });
  }
}

function follow(model: Model, { steps, ending }: Target, segment: PathSegment): Target {
  if (ending.kind === "property") return { steps, ending: intoProperty(ending, segment) };
  if (ending.kind !== "entities") throw new ServiceError("NOT_FOUND");
  const step = lastStep({ steps });
  const before = steps.slice(0, -1);
  if (segment.name.startsWith("$")) return { steps, ending: special(step, segment) };
  if (segment.name.includes(".")) return { steps: [...before, castStep(model, step, segment)], ending };
  if (isCollection(step)) throw new ServiceError("NOT_FOUND");
  const navigation = named(step.set.navigation ?? [], segment.name, ({ name }) => name);
  if (navigation !== undefined) {
    const set = navigation.target();
    if (segment.key !== undefined && !navigation.many) throw new ServiceError("NOT_FOUND");
    return { steps: [...steps, { set, navigation, key: keyIn(set.key, segment), type: set.type }], ending };
  }
  return { steps, ending: { kind: "property", path: [propertyIn(step.type, segment)], form: "property" } };
}

function special(step: PathStep, { name, key }: PathSegment): Ending {
  const folded = name.toLowerCase();
  if (folded === "$ref" && key === undefined) return { kind: "references" };
  if (folded === "$count" && key === undefined && isCollection(step)) return { kind: "count" };
  throw new ServiceError("NOT_FOUND");
}

function castStep(model: Model, step: PathStep, segment: PathSegment): PathStep {
  const type = castType(model, step.set, segment.name);
  if (segment.key === undefined) return { ...step, type };
  if (!isCollection(step)) throw new ServiceError("NOT_FOUND");
  return { ...step, type, key: keyIn(step.set.key, segment) };
}

/**
 * Returns the type of a cast segment; it must be the set's or derived from it.
 * @throws NOT_FOUND
 */
export function castType(model: Model, set: EntitySet, name: string): StructuredType {
  const type = model.typeNamed(name);
  if (type === undefined || !isDerivedFrom(type, set.type)) throw new ServiceError("NOT_FOUND");
  return type;
}

function intoProperty(ending: Extract<Ending, { kind: "property" }>, segment: PathSegment): Ending {
  const last = ending.path.at(-1)?.property;
  const folded = segment.name.toLowerCase();
  if (last === undefined || ending.form !== "property" || segment.key !== undefined)
    throw new ServiceError("NOT_FOUND");
  if (folded === "$count" && last.collection) return { ...ending, form: "count" };
  if (last.collection) throw new ServiceError("NOT_FOUND");
  if (folded === "$value" && typeof last.type === "string") return { ...ending, form: "value" };
  if (typeof last.type === "string") throw new ServiceError("NOT_FOUND");
  return { ...ending, path: [...ending.path, propertyIn(last.type, segment)] };
}

function propertyIn(type: StructuredType, { name, key }: PathSegment): PropertyStep {
  const found = named(Object.entries(propertiesOf(type)), name, ([property]) => property);
  if (found !== undefined && key === undefined && found[1].access !== "write") {
    return { name: found[0], property: found[1] };
  }
  if (type.open && key === undefined && /^[A-Za-z_]\w{0,127}$/.test(name)) {
    return { name, property: { type: "Edm.PrimitiveType", nullable: true } };
  }
  throw new ServiceError("NOT_FOUND");
}

function named<T>(items: readonly T[], name: string, nameOf: (item: T) => string): T | undefined {
  const folded = name.toLowerCase();
  return items.find((item) => nameOf(item) === name) ?? items.find((item) => nameOf(item).toLowerCase() === folded);
}

/**
 * Returns the key of a segment, as its set writes it; null without one.
 * @throws KEY_INVALID
 */
function keyIn(key: EntityKey, { key: value, keyName }: PathSegment): string | null {
  return value === undefined ? null : checkedKey(key, value, keyName);
}

/**
 * Returns the key of a set's entity in the address of a call; null if the address has none.
 * @throws KEY_INVALID
 */
export function keyOfCall({ keys, keyNames }: RouteCall["match"], { key }: EntitySet): string | null {
  const value = keys[key.parameter];
  return value === undefined ? null : checkedKey(key, value, keyNames[key.parameter]);
}

/**
 * Returns the steps of a route, in which each key stands for any, with the keys of a call.
 * @throws KEY_INVALID
 */
export function stepsOfCall(match: RouteCall["match"], steps: readonly PathStep[]): readonly PathStep[] {
  return steps.map((step) => (step.key === null ? step : { ...step, key: keyOfCall(match, step.set) }));
}

/**
 * Returns a key as its set writes it.
 * @throws KEY_INVALID
 */
export function checkedKey(key: EntityKey, value: string, keyName?: string): string {
  if (keyName !== undefined && keyName !== key.property) {
    throw new ServiceError("KEY_INVALID", {
      message: `The key is named '${key.property}', not '${keyName}'.`,
      target: key.parameter,
    });
  }
  if (key.kind === "string") return key.canonical?.(value) ?? value;
  if (isGuid(value)) return value.toLowerCase();
  throw new ServiceError("KEY_INVALID", {
    message: `The key '${value.slice(0, 100)}' must be a guid.`,
    target: key.parameter,
  });
}

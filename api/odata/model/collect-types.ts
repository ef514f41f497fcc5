import type { EntityKey, EntitySet, Navigation, Verbs, WriteVerb } from "../entity-set.ts";
import type { Property, StructuredType } from "../structured-type.ts";

/** An entity type with the key, navigations and verbs of its sets. */
export interface EntityType {
  readonly type: StructuredType;
  /** Key of its entities; null for a derived type, which has the key of its base. */
  readonly key: EntityKey | null;
  /** Navigations in all its sets together; empty for a derived type. */
  readonly navigation: readonly Navigation[];
  /** Verb that makes entities of the type, if there is one. */
  readonly create?: WriteVerb;
}

interface Entry extends Pick<EntityType, "type" | "key"> {
  readonly navigation: Map<string, Navigation>;
  create?: WriteVerb;
}

interface Collected {
  readonly sets: Set<EntitySet>;
  readonly entities: Map<string, Entry>;
  readonly complex: Map<string, StructuredType>;
}

/**
 * Collects all types of the sets, and of the sets below them.
 * @throws TypeError if two different types have one name, or a navigation and a property
 */
export function collectTypes(sets: readonly EntitySet[]): {
  readonly entityTypes: readonly EntityType[];
  readonly complexTypes: readonly StructuredType[];
} {
  const collected: Collected = { sets: new Set(), entities: new Map(), complex: new Map() };
  for (const set of sets) collectSet(collected, set);
  // This comes later, because an action may answer an entity of any set.
  for (const { type } of collected.entities.values()) collectProperties(collected, type);
  for (const set of collected.sets) {
    for (const verbs of [set, ...(set.navigation ?? [])]) collectVerbs(collected, verbs, set);
  }
  const entityTypes = [...collected.entities.values()].map((entry) => ({
    ...entry,
    navigation: [...entry.navigation.values()],
  }));
  return { entityTypes, complexTypes: [...collected.complex.values()] };
}

function collectSet(collected: Collected, set: EntitySet): void {
  if (collected.sets.has(set)) return;
  collected.sets.add(set);
  const entry = collectEntity(collected, set.type, set.key);
  if (set.create !== undefined) entry.create = set.create;
  for (const type of set.derived ?? []) collectEntity(collected, type, null);
  for (const navigation of set.navigation ?? []) {
    if (Object.hasOwn(set.type.properties, navigation.name)) {
      throw new TypeError(`${set.type.name} has a property and a navigation named ${navigation.name}`);
    }
    entry.navigation.set(navigation.name, navigation);
    collectSet(collected, navigation.target());
    const below = navigation.contained && navigation.many ? navigation.create : undefined;
    const { type } = navigation.target();
    if (below !== undefined) collectEntity(collected, type, navigation.target().key).create = below;
  }
}

function collectEntity(collected: Collected, type: StructuredType, key: EntityKey | null): Entry {
  const known = collected.entities.get(type.name);
  if (known !== undefined) {
    checkSame(known.type, type);
    return known;
  }
  if (type.base !== undefined) collectEntity(collected, type.base, null);
  const entry = { type, key, navigation: new Map<string, Navigation>() };
  collected.entities.set(type.name, entry);
  return entry;
}

/** Returns the parameters without the entities that a body carries along: their types are those of navigations. */
function ownOf(parameters: StructuredType["properties"], { navigation = [] }: EntitySet): StructuredType["properties"] {
  const isSentAlong = (name: string, type: Property["type"]) =>
    navigation.some((way) => way.name === name && way.target().type === type);
  return Object.fromEntries(Object.entries(parameters).filter(([name, { type }]) => !isSentAlong(name, type)));
}

function collectVerbs(collected: Collected, verbs: Verbs, set: EntitySet): void {
  const writes = [verbs.create, verbs.replace, verbs.update, verbs.remove].filter((write) => write !== undefined);
  for (const { parameters, result } of writes) {
    if (parameters !== undefined)
      collectProperties(collected, { name: "parameters", properties: ownOf(parameters, set) });
    if (result !== undefined) collectResult(collected, result);
  }
  const actions = [...Object.values(verbs.actions ?? {}), ...Object.values(verbs.setActions ?? {})];
  for (const { parameters } of actions) collectProperties(collected, parameters);
  const functions = [...Object.values(verbs.functions ?? {}), ...Object.values(verbs.setFunctions ?? {})];
  for (const { result } of [...actions, ...functions]) collectResult(collected, result);
}

function collectResult(collected: Collected, type: StructuredType): void {
  const entity = collected.entities.get(type.name);
  if (entity === undefined) collectComplex(collected, type);
  else checkSame(entity.type, type);
}

function collectProperties(collected: Collected, { name, properties }: StructuredType): void {
  for (const { type } of Object.values(properties)) {
    if (typeof type === "string") continue;
    if (collected.entities.has(type.name)) throw new TypeError(`${name} has the entity ${type.name} as a value`);
    collectComplex(collected, type);
  }
}

function collectComplex(collected: Collected, type: StructuredType): void {
  const known = collected.complex.get(type.name);
  if (known !== undefined) return checkSame(known, type);
  if (type.base !== undefined) collectComplex(collected, type.base);
  collected.complex.set(type.name, type);
  collectProperties(collected, type);
}

function checkSame(known: StructuredType, type: StructuredType): void {
  const shape = ({ properties, open }: StructuredType) =>
    JSON.stringify([open, Object.entries(properties).map(([name, property]) => [name, typeText(property.type)])]);
  if (known !== type && shape(known) !== shape(type)) throw new TypeError(`two different types are named ${type.name}`);
}

function typeText(type: string | StructuredType): string {
  return typeof type === "string" ? type : type.name;
}

import { policyOf } from "#domain/policy-name.ts";
import type { RelationFacts } from "#domain/resources/format/relations.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { orderedColumns } from "#domain/resources/ordered-columns.ts";
import { resources } from "#domain/resources/resources.ts";

import type { EntityKey, EntitySet, Navigation, Verbs } from "../odata/entity-set.ts";
import { entityTypeOf, type MoreOfProperties } from "./entity-type-of.ts";
import { setNamed } from "./set-named.ts";

/**
 * Navigation from a resource: to the set of the resource that its relation names, to another set of the same rows, or
 * to such entities that live below it alone, with their terms. A write along a navigation to linked entities writes the
 * link.
 */
export type Way =
  | "linked"
  | ({ readonly linked: string } & Omit<Verbs, "list" | "get">)
  | ({ readonly contained: Omit<SetTerms, "path"> } & Omit<Verbs, "list" | "get">);

/** Terms of a set in the REST layer beyond its resource. */
export interface SetTerms extends Omit<EntitySet, "name" | "type" | "key" | "source" | "list" | "get" | "navigation"> {
  /** Path from the root, without keys; by default the name of the resource. */
  readonly path?: string;
  readonly type?: EntitySet["type"];
  readonly properties?: MoreOfProperties;
  /** Function that returns the canonical form of a written key, if a key may be written in several ways. */
  readonly canonicalKey?: EntityKey["canonical"];
  /** Navigations by the names of their relations. */
  readonly ways?: Readonly<Record<string, Way>>;
}

/**
 * Returns the entity set of a resource. The resource declares its key, its type and its navigations. The addresses of
 * its reads give the names of their policies.
 * @throws TypeError for a way that is no relation
 */
export function resourceSet(resource: Resource, terms: SetTerms = {}): EntitySet {
  const { path = resource.name, properties = {}, ways = {}, canonicalKey, ...more } = terms;
  const derived = { isChanged: more.update !== undefined, isAttached: more.attachment !== undefined, properties };
  const type = more.type ?? entityTypeOf(resource, derived);
  return {
    name: lastOf(path),
    source: resource.name,
    key: { ...keyOf(resource), ...(canonicalKey && { canonical: canonicalKey }) },
    type,
    ...(path.includes("/") ? {} : rootOf(resource, path, type)),
    ...more,
    navigation: Object.entries(ways).map(([name, way]) => navigationOf(resource, `${path}/${name}`, way)),
  };
}

const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function keyOf({ key, entity, properties }: Resource): EntityKey {
  const { key: parameter, property = key } = entity ?? { key };
  return { parameter, property, kind: properties[property]?.facts.type === "Edm.Guid" ? "guid" : "string" };
}

/** Returns the terms of a set of the root beyond one that lives below another: reads of its own, and an order that indexes bound. */
function rootOf({ name }: Resource, path: string, { properties }: EntitySet["type"]): Partial<EntitySet> {
  const ordered = orderedColumns[name]?.filter((column) => Object.hasOwn(properties, column));
  return { ...readsOf(path), ...(ordered && { allowedOrderByPropertiesList: ordered }) };
}

const readsOf = (path: string) => ({ list: { policy: policyOf.list(path) }, get: { policy: policyOf.get(path) } });

function navigationOf(resource: Resource, path: string, way: Way): Navigation {
  const name = lastOf(path);
  const { many, source, from } = relationNamed(resource, name);
  if (typeof way === "object" && "contained" in way) {
    const { contained, ...verbs } = way;
    const set = resourceSet(resourceNamed(source), { ...contained, path });
    return { name, relation: name, many: true, contained: true, target: () => set, ...readsOf(path), ...verbs };
  }
  const { linked, ...verbs } = way === "linked" ? { linked: source } : way;
  const target = () => setNamed(linked);
  return many
    ? { name, relation: name, many, target, list: { policy: policyOf.list(path) }, ...verbs }
    : { name, relation: name, many, constraint: from ?? "", target, get: { policy: policyOf.get(path) } };
}

function relationNamed({ name: owner, relations }: Resource, name: string): RelationFacts {
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation === undefined) throw new TypeError(`the resource ${owner} has no relation ${name}`);
  return relation;
}

function resourceNamed(name: string): Resource {
  const named = Object.values<Resource>(resources).find((resource) => resource.name === name);
  if (named === undefined) throw new TypeError(`there is no resource ${name}`);
  return named;
}

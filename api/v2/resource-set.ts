import { policyOf } from "#domain/policy-name.ts";
import type { RelationFacts } from "#domain/resources/format/relations.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { orderedColumns } from "#domain/resources/ordered-columns.ts";
import { resources } from "#domain/resources/resources.ts";

import type { EntityKey, EntitySet, Navigation, Verbs } from "../odata/entity-set.ts";
import { entityTypeOf, type MoreOfProperties } from "./entity-type-of.ts";
import { setNamed } from "./set-named.ts";

/**
 * A way from a resource: to the set of the resource that its relation names, to another set of the same rows, or to such entities that
 * live below it alone, and what is said of them. What is written on the way to linked ones is the link.
 */
export type Way =
  | "linked"
  | ({ readonly linked: string } & Omit<Verbs, "list" | "get">)
  | ({ readonly contained: Omit<SetTerms, "path"> } & Omit<Verbs, "list" | "get">);

/** What the REST layer says of a set beyond its resource. */
export interface SetTerms extends Omit<EntitySet, "name" | "type" | "key" | "source" | "list" | "get" | "navigation"> {
  /** Its way from the root, without keys; by default the name of the resource. */
  readonly path?: string;
  readonly type?: EntitySet["type"];
  readonly properties?: MoreOfProperties;
  /** The key that a written one stands for, where one may be written in several ways. */
  readonly canonicalKey?: EntityKey["canonical"];
  /** By the names of relations. */
  readonly ways?: Readonly<Record<string, Way>>;
}

/**
 * The entity set of a resource. Its key, its type and its ways are those that the resource declares, the names of the policies of
 * its reads those of their addresses.
 * @throws TypeError for a way that is no relation
 */
export function resourceSet(resource: Resource, terms: SetTerms = {}): EntitySet {
  const { path = resource.name, properties = {}, ways = {}, canonicalKey, ...more } = terms;
  const derived = { isChanged: more.update !== undefined, isAttached: more.attachment !== undefined, properties };
  return {
    name: lastOf(path),
    source: resource.name,
    key: { ...keyOf(resource), ...(canonicalKey && { canonical: canonicalKey }) },
    type: more.type ?? entityTypeOf(resource, derived),
    ...(path.includes("/") ? {} : rootOf(resource, path)),
    ...more,
    navigation: Object.entries(ways).map(([name, way]) => navigationOf(resource, `${path}/${name}`, way)),
  };
}

const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function keyOf({ key, entity, properties }: Resource): EntityKey {
  const { key: parameter, property = key } = entity ?? { key };
  return { parameter, property, kind: properties[property]?.facts.type === "Edm.Guid" ? "guid" : "string" };
}

/** What a set of the root has beyond one that lives below another: reads of its own, and an order that is bounded by indexes. */
function rootOf({ name }: Resource, path: string): Partial<EntitySet> {
  const ordered = orderedColumns[name];
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

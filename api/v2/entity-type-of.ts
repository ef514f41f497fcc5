import { type PropertyFacts, ResourceProperty } from "#domain/resources/format/property.ts";
import type { Resource } from "#domain/resources/format/resource.ts";

import { entityType, type Property, type StructuredType } from "../odata/structured-type.ts";

/** Facts of the REST layer about properties beyond their resource: structures, and values that no column holds. */
export type MoreOfProperties = Readonly<Record<string, MoreOfProperty>>;

/** Facts about one property; `nullable: false` if null is never shown, whatever the row holds. */
export type MoreOfProperty = Omit<Partial<Property>, "nullable"> & { readonly nullable?: boolean };

interface TypeTerms {
  /** True if a PATCH could name properties that only a POST sets. */
  readonly isChanged?: boolean;
  /** True if the set's attachment adds values that stand elsewhere, unless there are more facts about them. */
  readonly isAttached?: boolean;
  /** Further facts about single properties; properties that the resource does not have stand behind the others. */
  readonly properties?: MoreOfProperties;
}

/**
 * Returns the entity type of a resource: its shown properties, in their order.
 * @throws TypeError if a structure is not given
 */
export function entityTypeOf(
  resource: Resource,
  { isChanged = false, isAttached = false, properties: more = {} }: TypeTerms = {},
): StructuredType {
  const { name, key, entity, properties } = resource;
  if (entity === undefined) throw new TypeError(`${name} is shown to nobody`);
  const shown = Object.entries(properties).flatMap(([of, { facts }]): [string, Property][] => {
    if (facts.description === undefined) return [];
    const said = more[of] ?? {};
    const isElsewhere = facts.home === "elsewhere" && !("gathers" in said || "from" in said || "condition" in said);
    const property = propertyOf(`${name}.${of}`, { ...facts, isFixed: isChanged && of !== key }, said);
    const attached = isAttached && isElsewhere && property.access !== "write";
    return [[of, attached ? { ...property, attached } : property]];
  });
  const others = Object.entries(more).filter(([of]) => properties[of]?.facts.description === undefined);
  return entityType(entity.type, {
    ...Object.fromEntries(shown),
    ...(Object.fromEntries(others) as Record<string, Property>),
  });
}

/**
 * Returns another, read-only type over the rows of a resource: the named properties, each with its further facts.
 * @throws TypeError if a structure is not given
 */
export function readTypeOf({ name, properties }: Resource, type: string, named: MoreOfProperties): StructuredType {
  const shown = Object.entries(named).map(([of, more]): [string, Property] => {
    const facts = properties[of]?.facts;
    if (facts === undefined) return [of, more as Property];
    return [of, propertyOf(`${name}.${of}`, { ...facts, writing: "never", isFixed: false }, more)];
  });
  return entityType(type, Object.fromEntries(shown));
}

/**
 * Members of a value, declared like the properties of a resource. Those with a structure, or a value from elsewhere,
 * are declared as in OData.
 */
export type Members = Readonly<Record<string, ResourceProperty | Property>>;

/**
 * Returns a complex type, or the parameters of a call.
 * @throws TypeError for a member of JSON, whose structure only an OData declaration gives
 */
export function structure(name: string, members: Members): StructuredType {
  const properties = Object.entries(members).map(([of, member]): [string, Property] => {
    if (!(member instanceof ResourceProperty)) return [of, member];
    // The property or the call that has the value determines who may write it.
    return [of, propertyOf(`${name}.${of}`, { ...member.facts, writing: "always", isFixed: false })];
  });
  return { name, properties: Object.fromEntries(properties) };
}

/** Returns a type for the rows of a resource inside another value: their shown properties, and the further members of the REST layer. */
export function valueTypeOf({ properties }: Resource, name: string, more: Members = {}): StructuredType {
  const shown = Object.entries(properties).filter(([, { facts }]) => facts.description !== undefined && facts.type);
  return structure(name, { ...Object.fromEntries(shown), ...more });
}

type Shown = PropertyFacts & { readonly isFixed: boolean };

function propertyOf(of: string, facts: Shown, { nullable = facts.nullable, ...more }: MoreOfProperty = {}): Property {
  const type = more.type ?? facts.type;
  if (type === null) throw new TypeError(`the structure of ${of} is not given`);
  const { collection, members, description } = facts;
  return {
    ...(nullable ? { nullable } : {}),
    ...accessOf(facts),
    ...(collection && { collection }),
    ...(members && { members }),
    ...(description && { description }),
    ...more,
    type,
  };
}

function accessOf({ kind, writing, isFixed }: Shown): Pick<Property, "access" | "immutable"> {
  if (kind === "sealed") return { access: "write" };
  if (writing === "never") return { access: "read" };
  return writing === "create" && isFixed ? { immutable: true } : {};
}

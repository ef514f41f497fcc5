import type { EntitySet, Navigation, Verbs } from "#api/odata/entity-set.ts";
import { propertiesOf } from "#api/odata/model/types.ts";
import type { Property } from "#api/odata/structured-type.ts";
import { entitySets } from "#api/v2/routes.ts";
import { usualChainPosition } from "#domain/chain-limits.ts";
import { initialRules, type RuleGroup, ruleGroups } from "#domain/passwords/password-rules.ts";
import type { PropertyFacts } from "#domain/resources/format/property.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";
import { roles } from "#domain/resources/roles.ts";
import { targetSystemOptions } from "#operations/abilities/target-system-options.ts";

import { shapeOfProperty } from "./property-shape.ts";
import { sourcesOf } from "./references.ts";
import { type Shape, withInitials } from "./shape.ts";

/** Property of a kind of configuration in files, and how it is written. */
export interface Field {
  readonly shape: Shape;
  /** Writes that name it: the one that creates an object, those that change one, or both. */
  readonly writes: "create" | "change" | "always";
  /** Property from which it is read, if it has another name. */
  readonly readFrom?: string;
  /** Action that sets it, if no write of the object does. */
  readonly action?: string;
}

/** Kind of configuration: a resource whose objects are files, or lists inside of the file of the object above. */
export interface Kind {
  /** Name of its folder, or of the list. */
  readonly name: string;
  readonly resource: Resource;
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields by which files name an object. */
  readonly knownBy: readonly string[];
  /** Property that is its key in addresses. */
  readonly key: string;
  /** Property that is null where only the default of the program applies, which no file has. */
  readonly stored?: string;
  /** True if adding an object gives a secret, which is shown once. */
  readonly givesSecret: boolean;
  readonly children: readonly Kind[];
}

/** Configuration that the REST API cannot write, so that files leave it out, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  managedSystemPolicies: "add them with `gatehouse managed policy`",
  checkoutRights: "set them with `gatehouse managed policy grant`",
  listedCommands: "set them with `gatehouse managed policy list-command`",
};

/** Properties of which only the default of the program applies if they are null. */
const storedIn: Readonly<Record<string, string>> = {
  authChains: "stored",
  policies: "expression",
  settings: "storedValue",
};

/** Kinds whose texts may name objects of others, so that they are written after these. */
const withTexts: readonly string[] = ["importRules", "authChains", "policies", "settings"];

function resourceOf({ source }: EntitySet): Resource | undefined {
  return Object.values<Resource>(resources).find(({ name }) => name === source);
}

const hasWrites = ({ create, update }: Verbs) => create !== undefined || update !== undefined;

function kindOf(resource: Resource, set: EntitySet, verbs: Verbs, name = set.name): Kind {
  const children = (set.navigation ?? []).flatMap((way): Kind[] => (way.contained ? childOf(way) : []));
  const stored = storedIn[resource.name];
  const { property } = set.key;
  return {
    name,
    resource,
    fields: fieldsOf(resource, set),
    knownBy: resource.knownBy ?? [property],
    key: property,
    ...(stored === undefined ? {} : { stored }),
    givesSecret: verbs.create?.givesSecret === true,
    children,
  };
}

function childOf(way: Navigation): Kind[] {
  const set = way.target();
  const resource = resourceOf(set);
  return resource?.holds === "configuration" && hasWrites(way) ? [kindOf(resource, set, way, way.name)] : [];
}

function fieldsOf(resource: Resource, set: EntitySet): Readonly<Record<string, Field>> {
  const special = specialFields[resource.name];
  if (special !== undefined) return special(resource, set);
  const { key } = set;
  const fields = Object.entries(propertiesOf(set.type)).flatMap(([name, property]): [string, Field][] => {
    const facts = resource.properties[name]?.facts;
    if (name === key.property && facts?.writing === "never" && key.kind === "string")
      return [[name, { shape: { kind: "text" }, writes: "create" }]];
    if (name === phases && set.actions?.[settingPhases] !== undefined && property.access === "read")
      return [[name, phasesField(property)]];
    const field = writableField(name, property, facts);
    return field === undefined ? [] : [[name, field]];
  });
  return Object.fromEntries(fields);
}

const phases = "authorizationPhases";
const settingPhases = "setAuthorizationPhases";

function phasesField(property: Property): Field {
  return { shape: { ...shapeOfProperty(phases, property), initial: [] }, writes: "always", action: settingPhases };
}

function writableField(name: string, property: Property, facts: PropertyFacts | undefined): Field | undefined {
  const option = optionNamed(name);
  if (property.access === "read" || (facts === undefined && option === undefined)) return undefined;
  const shape = shapeOfProperty(name, property, facts);
  if (facts === undefined) return { shape: { ...shape, initial: option?.initial }, writes: "always" };
  return facts.writing === "never" ? undefined : { shape, writes: facts.writing };
}

function optionNamed(name: string): { readonly initial: unknown } | undefined {
  const options: Readonly<Record<string, { readonly initial: unknown }>> = targetSystemOptions;
  return Object.hasOwn(options, name) ? options[name] : undefined;
}

type FieldsOf = (resource: Resource, set: EntitySet) => Readonly<Record<string, Field>>;

const usualFields: FieldsOf = ({ properties }, set) => {
  const fields = Object.entries(propertiesOf(set.type)).flatMap(([name, property]): [string, Field][] => {
    const field = writableField(name, property, properties[name]?.facts);
    return field === undefined ? [] : [[name, field]];
  });
  return Object.fromEntries(fields);
};

/** Kinds whose files differ from what the API shows. */
const specialFields: Readonly<Record<string, FieldsOf>> = {
  settings: () => ({
    name: { shape: { kind: "text" }, writes: "create" },
    value: { shape: { kind: "scalar" }, writes: "change", readFrom: "storedValue" },
  }),
  clients: (resource, set) => ({
    ...usualFields(resource, set),
    // Its initial value follows from the grants, so that a file names it.
    scopes: { shape: { kind: "text", list: true, unordered: true }, writes: "always" },
    userId: {
      shape: { kind: "text", nullable: true, initial: null, refersTo: { to: "users", by: "id" } },
      writes: "always",
      readFrom: "user",
    },
  }),
  passwordPolicies(resource, set) {
    const initial = initialRules();
    const fields = Object.entries(usualFields(resource, set)).map(([name, field]): [string, Field] => {
      const isGroup = (ruleGroups as readonly string[]).includes(name);
      return [name, isGroup ? { ...field, shape: withInitials(field.shape, initial[name as RuleGroup]) } : field];
    });
    return Object.fromEntries(fields);
  },
  policies: () => ({
    name: { shape: { kind: "text" }, writes: "create" },
    expression: { shape: { kind: "text" }, writes: "change" },
    enabled: { shape: { kind: "flag", initial: true }, writes: "change" },
  }),
  authChains(resource, set) {
    const { stored, ...others } = usualFields(resource, set);
    return stored === undefined ? others : { ...others, stored: { ...stored, shape: chainShape(stored.shape) } };
  },
  roles: (_resource, { type, actions }) => {
    const { draft, authorizationPhases } = propertiesOf(type);
    const content = typeof draft?.type === "object" ? propertiesOf(draft.type) : {};
    const fields = Object.entries(content).flatMap(([name, property]): [string, Field][] => {
      if (name === "number" || name === "comment") return [];
      const facts = roles.properties[name as keyof typeof roles.properties]?.facts;
      const shape = shapeOfProperty(name, property, facts);
      return [[name, { shape: name === "entitlements" ? { ...shape, initial: [] } : shape, writes: "always" }]];
    });
    const hasPhases = authorizationPhases !== undefined && actions?.[settingPhases] !== undefined;
    return {
      id: { shape: { kind: "text" }, writes: "create" },
      state: { shape: { kind: "text", choices: ["draft", "inForce"], initial: "inForce" }, writes: "always" },
      ...Object.fromEntries(fields),
      ...(hasPhases ? { authorizationPhases: phasesField(authorizationPhases) } : {}),
    };
  },
};

/** Returns the shape of a chain under its name, with what the service takes where nothing is written. */
function chainShape({ members = {}, ...shape }: Shape): Shape {
  const { name: _name, steps: _steps, ...others } = members;
  const step: Shape = {
    kind: "members",
    members: {
      component: { kind: "text" },
      configuration: { kind: "any", initial: {} },
      outcomes: { kind: "any" },
    },
  };
  const { initial: _initial, nullable: _nullable, ...required } = shape;
  const initials: Readonly<Record<string, unknown>> = {
    description: "",
    purpose: "signIn",
    position: usualChainPosition,
    selectors: [],
  };
  const known = Object.entries(others).map(([name, member]) => [
    name,
    Object.hasOwn(initials, name) ? { ...member, initial: initials[name] } : member,
  ]);
  return {
    ...required,
    members: { ...(Object.fromEntries(known) as Record<string, Shape>), steps: { kind: "members", named: step } },
  };
}

/** Returns the resources to which a shape refers. */
function resourcesIn({ refersTo, members = {}, named }: Shape): readonly string[] {
  const inside = [...Object.values(members), ...(named === undefined ? [] : [named])];
  return [...(refersTo === undefined ? [] : sourcesOf(refersTo)), ...inside.flatMap(resourcesIn)];
}

function resourcesOf(kind: Kind): readonly string[] {
  const own = Object.values(kind.fields).flatMap(({ shape }) => resourcesIn(shape));
  return [...own, ...kind.children.flatMap(resourcesOf)];
}

/**
 * Orders kinds so that each stands behind those to which it refers. The others are in the order of their names, except that those whose
 * texts may name others are late, and those that are added outside of a transaction, because the service makes a secret, are last.
 * @throws TypeError if kinds refer to each other in a circle
 */
export function inOrder(given: readonly Kind[]): readonly Kind[] {
  const referred = new Set(given.flatMap(resourcesOf));
  const placeOf = ({ name, resource, givesSecret }: Kind) =>
    givesSecret && !referred.has(resource.name) ? withTexts.length : withTexts.indexOf(name);
  const open = given.toSorted((one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1));
  const done: Kind[] = [];
  while (open.length > 0) {
    const names = new Set(open.map(({ resource }) => resource.name));
    const next = open.findIndex((kind) =>
      resourcesOf(kind).every((name) => name === kind.resource.name || !names.has(name)),
    );
    if (next < 0) throw new TypeError(`these kinds refer to each other in a circle: ${[...names].join(", ")}`);
    done.push(...open.splice(next, 1));
  }
  return done;
}

/** Kinds of configuration in the order in which they are written: each after those to which it refers. */
export const kinds: readonly Kind[] = inOrder(
  entitySets.flatMap((set) => {
    const resource = resourceOf(set);
    return resource?.holds === "configuration" && hasWrites(set) ? [kindOf(resource, set, set)] : [];
  }),
);

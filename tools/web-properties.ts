import { createModel } from "#api/odata/model/model.ts";
import type { Property } from "#api/odata/structured-type.ts";
import { entitySets } from "#api/v2/routes.ts";
import { flag, text } from "#domain/resources/format/builders.ts";
import type { PropertyFacts } from "#domain/resources/format/property.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";
import { waitingProperties } from "#domain/waiting-properties.ts";
import { type TargetSystemOption, targetSystemOptions } from "#operations/abilities/target-system-options.ts";

import type { PropertyKind } from "../web/api/declared-property.ts";
import { memberTexts, propertyTexts } from "./property-texts.ts";

type ResourceName = keyof typeof resources;

/** Resources whose pages draw their forms and facts from the declarations, by the area of the pages that their texts are loaded with. */
const onPages = {
  ask: ["catalogueItems"],
  "mass-resets": ["massResets"],
  me: ["delegations"],
  passwords: ["managedSystems", "managedSystemPolicies"],
  people: ["users", "userClasses"],
  proxies: ["proxyServers"],
  roles: ["roles"],
  rules: ["clients", "sodRules"],
  running: ["webhooks", "importRules", "samlProviders"],
  targets: ["targetSystems"],
  templates: ["templates"],
  "target-groups": ["passwordPolicies", "targetGroups"],
} as const satisfies Readonly<Record<string, readonly ResourceName[]>>;

const head = `// Written by \`npm run docs\` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

`;

/** A property on pages: its declaration, and its form in the API. */
interface ShownProperty {
  readonly of: string;
  readonly name: string;
  readonly facts: PropertyFacts;
  readonly shown: Property;
  /** Part of its form, if it does not stand in the first one. */
  readonly part?: "options";
}

/** Returns the properties of each resource on pages, as the forms and facts of the web UI need them, by the paths of their files. */
export function webProperties(): readonly (readonly [path: string, text: string])[] {
  return Object.values<readonly ResourceName[]>(onPages)
    .flat()
    .map((of) => {
      const { relations } = resources[of] as Resource;
      const rows = shownOf(of).map(
        (property) => `    ${property.name}: ${JSON.stringify(declaredProperty(property, relations))},\n`,
      );
      const file = of.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const source = `${head}/** Properties of \`${of}\` in the order of their declaration. */
export const ${of} = {
  name: "${of}",
  properties: {
${rows.join("")}  },
} as const satisfies DeclaredResource;
`;
      return [`web/api/declared/${file}.ts`, source];
    });
}

/** Returns the English texts of these properties by the paths of their files. */
export function webPropertyTexts(): readonly (readonly [path: string, text: string])[] {
  return Object.entries<readonly ResourceName[]>(onPages).map(([area, names]) => {
    const texts = Object.fromEntries(names.flatMap(textsOf));
    return [`web/messages/${area}-properties.en.json`, `${JSON.stringify(texts, null, 2)}\n`];
  });
}

function textsOf(of: ResourceName): readonly (readonly [key: string, text: string])[] {
  return shownOf(of).flatMap(({ name, facts, shown }) => {
    const told = { ...facts, description: shown.description ?? "" };
    return [...propertyTexts(name, told), ...memberTexts(facts)].map(
      ([part, words]) => [`declared.${of}.${name}${part}`, words] as const,
    );
  });
}

/** Returns the properties that callers read or write; a generated key tells people nothing. */
function shownOf(of: ResourceName): readonly ShownProperty[] {
  const { key, entity, properties } = resources[of] as Resource;
  const model = createModel(entitySets).entityTypes.find(({ type }) => type.name === entity?.type);
  const declared = Object.entries(properties).flatMap(([name, { facts }]) => {
    const shown = model?.type.properties[name];
    return shown === undefined || (name === key && facts.type === "Edm.Guid") ? [] : [{ of, name, facts, shown }];
  });
  return of === "targetSystems" ? [...declared, ...optionProperties()] : declared;
}

/** Returns the options of target systems as properties, with the texts of their table. */
function optionProperties(): readonly ShownProperty[] {
  return Object.entries<TargetSystemOption>(targetSystemOptions).map(([name, option]) => {
    const kind = option.type === "boolean" ? flag(option.initial) : text().optional();
    const { facts } = kind.elsewhere().given().label(option.label).shown(`${option.description}.`);
    const shown: Property = {
      type: option.type === "boolean" ? "Edm.Boolean" : "Edm.String",
      ...(facts.nullable && { nullable: true as const }),
      ...(facts.description !== undefined && { description: facts.description }),
    };
    return { of: "targetSystems", name, facts, shown, part: "options" };
  });
}

function declaredProperty({ of, name, facts, shown, part }: ShownProperty, relations: Resource["relations"]) {
  const { writing, min, max, members, initial } = facts;
  // The API may compute a value that callers leave out, although each row has one.
  const isNeeded = writing !== "never" && !facts.nullable && shown.nullable !== true && initial === undefined;
  const [by, relation] = Object.entries(relations).find(([, { from, many }]) => from === name && !many) ?? [];
  const waits = waitingProperties.some(({ resource, property }) => resource === of && property === name);
  const bounds = facts.kind === "integer" ? { min, max } : {};
  // What is undefined is left out of the file.
  return {
    kind: kindOf(facts, shown),
    writing,
    required: isNeeded || undefined,
    nullable: shown.nullable,
    initial: Array.isArray(initial) ? undefined : (initial ?? undefined),
    ...bounds,
    members,
    of: relation?.source,
    by,
    waits: waits || undefined,
    part,
  };
}

function kindOf({ kind, type, collection, format, members }: PropertyFacts, shown: Property): PropertyKind {
  if (type === null || typeof shown.type === "object") return "structure";
  if (collection) return members === undefined ? "texts" : "members";
  if (members !== undefined) return "member";
  if (kind === "json") return "structure";
  if (kind === "longText") return format === undefined || format === "filled" ? "longText" : "text";
  return kind === "integer" ? "number" : kind;
}

import type { EntityType } from "#api/odata/model/collect-types.ts";
import { createModel } from "#api/odata/model/model.ts";
import { isReadByName } from "#api/odata/model/types.ts";
import type { EdmType, Property, StructuredType } from "#api/odata/structured-type.ts";
import { entitySets } from "#api/v2/routes.ts";
import { defaultPolicies } from "#policies/default-policies.ts";

const head = `// Written by \`npm run docs\` from the model of the API: do not edit.

`;

/** Returns the types of what the pages of the web UI read: every entity and value of `/v2`. */
export function webModel(): string {
  const { entityTypes, complexTypes } = createModel(entitySets);
  const declarations = [
    ...entityTypes.map(entityOf),
    ...complexTypes.map((type) => interfaceOf(type, readFieldsOf(type))),
  ];
  return head + [policyNamesType(), ...declarations].join("\n");
}

/** Returns the names of the types of entities and values. */
export function webModelNames(): ReadonlySet<string> {
  const { entityTypes, complexTypes } = createModel(entitySets);
  return new Set([...entityTypes.map(({ type }) => type.name), ...complexTypes.map(({ name }) => name)]);
}

/** Returns the names of all policies as a type, so that a page that asks for another one does not compile. */
function policyNamesType(): string {
  const names = defaultPolicies.map(({ name }) => name).toSorted();
  return `/** The name of a policy. */\nexport type PolicyName =\n${names.map((name) => `  | "${name}"`).join("\n")};\n`;
}

function entityOf({ type, navigation }: EntityType): string {
  const ways = navigation.map(({ name, many, target }) => {
    const to = target().type.name;
    return `  readonly ${name}?: ${many ? `readonly ${to}[]` : `${to} | null`};\n`;
  });
  return interfaceOf(type, [...readFieldsOf(type), ...ways]);
}

function interfaceOf({ name, base, open }: StructuredType, fields: readonly string[]): string {
  const more = open === true ? ["  readonly [name: string]: unknown;\n"] : [];
  const derived = base === undefined ? "" : ` extends ${base.name}`;
  return `export interface ${name}${derived} {\n${[...fields, ...more].join("")}}\n`;
}

const readFieldsOf = ({ properties }: StructuredType) =>
  Object.entries(properties)
    .filter(([, { access }]) => access !== "write")
    .map(([name, property]) => fieldOf(name, property, isReadByName(property)));

function fieldOf(name: string, property: Property, isOptional: boolean): string {
  const { description } = property;
  const said = description === undefined ? "" : `  /** ${description.replaceAll("*/", "* /")} */\n`;
  return `${said}  readonly ${name}${isOptional ? "?" : ""}: ${valueOf(property)};\n`;
}

function valueOf({ type, collection, nullable, members }: Property): string {
  const plain =
    typeof type === "object" ? type.name : (members?.map((one) => JSON.stringify(one)).join(" | ") ?? simple[type]);
  if (collection === true) return `readonly ${plain.includes(" ") ? `(${plain})` : plain}[]`;
  return nullable === true ? `${plain} | null` : plain;
}

const simple = {
  "Edm.String": "string",
  "Edm.Boolean": "boolean",
  "Edm.Int32": "number",
  "Edm.Int64": "number",
  "Edm.Decimal": "number",
  "Edm.Double": "number",
  "Edm.Guid": "string",
  "Edm.DateTimeOffset": "string",
  "Edm.Date": "string",
  "Edm.TimeOfDay": "string",
  "Edm.Duration": "string",
  "Edm.PrimitiveType": "string | number | boolean",
} as const satisfies Record<EdmType, string>;

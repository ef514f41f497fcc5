import type { WriteVerb } from "#api/odata/entity-set.ts";
import { type BoundCallable, callablesOf } from "#api/odata/metadata/callables.ts";
import type { EntityType } from "#api/odata/model/collect-types.ts";
import { createModel } from "#api/odata/model/model.ts";
import { isReadByName } from "#api/odata/model/types.ts";
import type { EdmType, Property, StructuredType } from "#api/odata/structured-type.ts";
import { entitySets } from "#api/v2/routes.ts";
import { defaultPolicies } from "#policies/default-policies.ts";

const head = `// Written by \`npm run docs\` from the model of the API: do not edit.

`;

/** Writes the types of the data that the web UI reads and sends: every entity, value and action of `/v2`. */
export function webModel(): string {
  const model = createModel(entitySets);
  const declarations = [
    ...model.entityTypes.map(entityOf),
    ...model.complexTypes.map((type) => interfaceOf(type, readFieldsOf(type))),
    ...model.entityTypes.flatMap(({ type, create }) => (create === undefined ? [] : [newEntityOf(type, create)])),
    ...callablesOf(model).map(parametersOf),
  ];
  return head + [policyNamesType(), ...declarations].filter((text) => text !== "").join("\n");
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

function newEntityOf({ name, properties: own, open }: StructuredType, { parameters }: WriteVerb): string {
  const properties = { ...own, ...parameters };
  const given = Object.entries(properties).filter(([, { access }]) => access !== "read");
  return interfaceOf(
    { name: `New${name}`, properties, ...(open === true && { open: true }) },
    given.map(([property, value]) => fieldOf(property, value, true)),
  );
}

function parametersOf({ name, boundTo, collection, kind, parameters, required }: BoundCallable): string {
  const fields = Object.entries(parameters.properties);
  if (kind === "Function" || fields.length === 0) return "";
  const own = `${boundTo.name}${collection ? "Set" : ""}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return interfaceOf(
    { name: `${own}Input`, properties: {} },
    fields.map(([field, property]) => fieldOf(field, property, !required.includes(property.field ?? field))),
  );
}

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

import { openApiDocument } from "#api/documents/openapi.ts";
import { entitySets } from "#api/v2/routes.ts";

/** A schema of the document, as far as types come from it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** A call of the document. */
interface Call {
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const root = "/v2/";
const json = "application/json";
const schemaPrefix = "#/components/schemas/";

/**
 * Returns the types of the calls of the web UI: each read and each change of `/v2` with its body and its answer, as the OpenAPI document
 * describes them. `modelTypes` are the names of the types in web/api/model.ts.
 */
export function webCalls(modelTypes: ReadonlySet<string>): string {
  const { paths, components } = openApiDocument(entitySets, "") as unknown as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith(root) && !path.includes("$")
      ? Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), name: nameOf(path), call }))
      : [],
  );
  const typeOf = typesOver(modelTypes);
  const reads = calls.filter(({ method }) => method === "GET");
  const changes = calls.filter(({ method }) => method !== "GET");
  const referred = JSON.stringify([calls.map(({ call }) => call.requestBody), components.schemas]);
  const inputs = Object.entries(components.schemas).filter(
    ([name]) => !modelTypes.has(name) && referred.includes(`"${schemaPrefix}${name}"`),
  );
  return [
    head,
    "/** Answers of reads by their addresses; `()` stands for a key. */\nexport interface Reads {\n",
    ...reads.map(({ name, call }) => `  readonly "${name}": ${answerOf(call, typeOf)};\n`),
    "}\n\n/** Bodies and answers of changes by their methods and addresses. */\nexport interface Changes {\n",
    ...changes.map(
      ({ method, name, call }) =>
        `  readonly "${method} ${name}": {\n    body: ${bodyOf(call, typeOf)};\n    answer: ${answerOf(call, typeOf)};\n  };\n`,
    ),
    "}\n",
    ...inputs.map(([name, schema]) => `\ninterface ${name} ${typeOf(schema)}\n`),
  ].join("");
}

const head = `// Written by \`npm run docs\` from the OpenAPI document: do not edit.

import type * as Model from "./model.ts";
import type { Page } from "./odata.ts";

`;

/** Returns the name of a path: `accounts()/attributes` for `/v2/accounts({accountKey})/attributes`. */
const nameOf = (path: string) => path.slice(root.length).replaceAll(/\(\{\w+\}\)/g, "()");

function bodyOf({ requestBody }: Call, typeOf: (schema: Schema) => string): string {
  const schema = requestBody?.content[json]?.schema;
  return schema === undefined || Object.keys(schema.properties ?? {}).length === 0 ? "undefined" : typeOf(schema);
}

/** Returns the type of the answer to a call without a `Prefer` header. */
function answerOf({ parameters = [], responses }: Call, typeOf: (schema: Schema) => string): string {
  const successes = Object.keys(responses).filter((status) => Number(status) < 300);
  const isPreferred = parameters.some(({ $ref }) => $ref?.endsWith("/preferReturn"));
  const onlyPreferred = successes.includes("201") || successes.includes("202") ? "204" : "200";
  const usual = successes.filter((status) => !isPreferred || successes.length < 2 || status !== onlyPreferred);
  return usual
    .map((status) => {
      const schema = responses[status]?.content?.[json]?.schema;
      return schema === undefined ? "undefined" : pageOr(schema, typeOf);
    })
    .join(" | ");
}

function pageOr(schema: Schema, typeOf: (schema: Schema) => string): string {
  const { "@odata.count": count, value } = schema.properties ?? {};
  return count === undefined || value?.items === undefined ? typeOf(schema) : `Page<${typeOf(value.items)}>`;
}

/** Returns the function that writes a schema as a type. */
function typesOver(modelTypes: ReadonlySet<string>): (schema: Schema) => string {
  const typeOf = (schema: Schema): string => {
    const { $ref, enum: values, type, items } = schema;
    const forms = schema.anyOf ?? schema.oneOf;
    if ($ref !== undefined) return named($ref.slice(schemaPrefix.length));
    if (forms !== undefined) return forms.map(typeOf).join(" | ");
    if (Array.isArray(type)) return (type as string[]).map((one) => typeOf({ ...schema, type: one })).join(" | ");
    if (type === "null") return "null";
    if (values !== undefined)
      return values
        .filter((one) => one !== null)
        .map((one) => JSON.stringify(one))
        .join(" | ");
    if (type === "array") return `readonly (${typeOf(items ?? {})})[]`;
    return type === "object" ? fieldsOf(schema) : (simple[String(type)] ?? "unknown");
  };
  const named = (name: string) => (modelTypes.has(name) ? `Model.${name}` : name);
  const fieldsOf = ({ properties = {}, required = [], additionalProperties = true }: Schema) => {
    const fields = Object.entries(properties).map(
      ([name, schema]) => `readonly ${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
    );
    if (fields.length > 0) return `{ ${fields.join("; ")} }`;
    const member = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
    return `Readonly<Record<string, ${additionalProperties === false ? "never" : member}>>`;
  };
  return typeOf;
}

const simple: Readonly<Record<string, string>> = {
  string: "string",
  boolean: "boolean",
  integer: "number",
  number: "number",
};

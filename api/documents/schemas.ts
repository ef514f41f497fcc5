import type { Verb, WriteTerms, WriteVerb } from "../odata/entity-set.ts";
import { inputFieldsOf } from "../odata/model/input-fields.ts";
import { propertiesOf } from "../odata/model/types.ts";
import type { EdmType, Property, StructuredType } from "../odata/structured-type.ts";

/** A piece of JSON Schema or OpenAPI. */
export type Json = { readonly [name: string]: unknown };

/** The schemas of a document by name; a type is put there when it is first referred to. */
export type Schemas = Record<string, Json>;

const primitives: Readonly<Record<EdmType, Json>> = {
  "Edm.String": { type: "string" },
  "Edm.Boolean": { type: "boolean" },
  "Edm.Int32": { type: "integer", format: "int32" },
  "Edm.Int64": { type: "integer", format: "int64" },
  "Edm.Decimal": { type: "number" },
  "Edm.Double": { type: "number", format: "double" },
  "Edm.Guid": { type: "string", format: "uuid" },
  "Edm.DateTimeOffset": { type: "string", format: "date-time" },
  "Edm.Date": { type: "string", format: "date" },
  "Edm.TimeOfDay": { type: "string", format: "time" },
  "Edm.Duration": { type: "string", format: "duration" },
  "Edm.PrimitiveType": {},
};

/** A reference to the schema of a type as it is read. */
export function schemaOf(type: StructuredType, schemas: Schemas): Json {
  const reference = { $ref: `#/components/schemas/${type.name}` };
  if (Object.hasOwn(schemas, type.name)) return reference;
  schemas[type.name] = {};
  const shown = Object.entries(propertiesOf(type)).filter(([, { access }]) => access !== "write");
  schemas[type.name] = {
    type: "object",
    properties: Object.fromEntries(shown.map(([name, property]) => [name, propertySchema(property, schemas)])),
    ...(type.open ? { additionalProperties: true } : {}),
  };
  return reference;
}

/** The schema of a body: the input of the operation, without what the address and the headers give. */
export function bodySchema(
  type: StructuredType,
  verb: Verb<unknown> & WriteTerms & Pick<WriteVerb, "demands">,
  schemas: Schemas,
  keys: readonly string[],
): Json {
  const { properties: fields, required } = inputFieldsOf(verb);
  const elsewhere = new Set([...keys, ...Object.values(verb.headerFields ?? {}), verb.asReadField]);
  const declared = propertiesOf(type);
  const names = Object.keys(fields).filter((name) => !elsewhere.has(name));
  const needed = [...required, ...(verb.demands ?? [])].filter((name) => names.includes(name));
  return {
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => {
        const property = Object.hasOwn(declared, name) ? declared[name] : undefined;
        return [name, property === undefined ? fields[name] : fieldSchema(property, fields[name] ?? {}, schemas)];
      }),
    ),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  };
}

// The type knows formats and secrets, the input knows limits.
function fieldSchema(property: Property, field: Json, schemas: Schemas): Json {
  if (property.access === "write") return { type: "string", format: "password", writeOnly: true };
  if (property.type === "Edm.DateTimeOffset" || property.type === "Edm.PrimitiveType")
    return propertySchema(property, schemas);
  return property.description === undefined ? field : { ...field, description: property.description };
}

function propertySchema(property: Property, schemas: Schemas): Json {
  const single = typeof property.type === "string" ? primitives[property.type] : schemaOf(property.type, schemas);
  const members = property.members === undefined ? single : { ...single, enum: property.members };
  const whole = property.collection ? { type: "array", items: members } : members;
  const marked = property.access === "read" && !("$ref" in whole) ? { ...whole, readOnly: true } : whole;
  const schema = property.nullable ? nullable(marked) : marked;
  return property.description === undefined ? schema : { ...schema, description: property.description };
}

function nullable(schema: Json): Json {
  if (typeof schema["type"] !== "string") return "$ref" in schema ? { oneOf: [schema, { type: "null" }] } : schema;
  const members = schema["enum"] as readonly unknown[] | undefined;
  return { ...schema, type: [schema["type"], "null"], ...(members ? { enum: [...members, null] } : {}) };
}

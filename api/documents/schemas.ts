import type { Verb, WriteTerms, WriteVerb } from "../odata/entity-set.ts";
import { inputFieldsOf, type Json } from "../odata/model/input-fields.ts";
import { ruleSentences } from "../odata/model/input-shapes.ts";
import { propertiesOf } from "../odata/model/types.ts";
import type { EdmType, Property, StructuredType } from "../odata/structured-type.ts";
import { referenceTo, type Schemas, withNames, withTitles } from "./named-schemas.ts";
import { nullable, plainForms } from "./plain-forms.ts";

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

/** Returns a reference to the schema of a type as it is read. Adds the schema on the first reference. */
export function schemaOf(type: StructuredType, schemas: Schemas): Json {
  const reference = referenceTo(type.name);
  if (Object.hasOwn(schemas, type.name)) return reference;
  schemas[type.name] = {};
  const shown = Object.entries(propertiesOf(type)).filter(([, { access }]) => access !== "write");
  schemas[type.name] = withTitles({
    type: "object",
    properties: Object.fromEntries(shown.map(([name, property]) => [name, propertySchema(property, schemas)])),
    ...(type.open ? { additionalProperties: true } : {}),
  });
  return reference;
}

/** Returns the schema of a body: the input of the operation, without the fields of the address and the headers. */
export function bodySchema(
  type: StructuredType,
  verb: Verb<unknown> & WriteTerms & Pick<WriteVerb, "demands">,
  schemas: Schemas,
  keys: readonly string[],
): Json {
  const { properties: fields, required } = inputFieldsOf(verb);
  const elsewhere = new Set([...keys, ...Object.values(verb.headerFields ?? {}), verb.asReadField]);
  const names = Object.keys(fields).filter((name) => !elsewhere.has(name));
  const needed = [...required, ...(verb.demands ?? [])].filter((name) => names.includes(name));
  const declared = Object.entries(propertiesOf(type)).filter(([, { access }]) => access !== "read");
  const body = {
    type: "object",
    properties: Object.fromEntries(
      names.flatMap((field) => {
        const given = declared.filter(([name, property]) => (property.field ?? name) === field);
        if (given.length === 0) return [[field, inWords(fields[field] ?? {})]];
        return given.map(([name, property]) => [name, fieldSchema(property, fields[field] ?? {}, schemas)]);
      }),
    ),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  };
  return withTitles(plainForms(withNames(body, schemas)));
}

// The type knows formats, secrets and descriptions; the input knows limits.
function fieldSchema(property: Property, field: Json, schemas: Schemas): Json {
  if (property.type === "Edm.DateTimeOffset" || property.type === "Edm.PrimitiveType")
    return propertySchema(property, schemas);
  const { description, type } = property;
  const told = inWords(description === undefined ? field : { ...field, description });
  if (property.access === "write" && type === "Edm.String")
    return { ...asText(told), format: "password", writeOnly: true };
  if (property.access === "write") return { ...told, writeOnly: true };
  if (typeof type === "string") return told;
  return type.open === true ? freeSchema(property, told, schemas) : partsIn(told, type, schemas);
}

/** Returns the schema of a secret; the input does not name its type. */
function asText({ anyOf, ...around }: Json): Json {
  const forms = anyOf as readonly Json[] | undefined;
  if (forms === undefined) return { ...around, type: "string" };
  return { ...around, anyOf: forms.map((form) => ({ type: "string", ...form })) };
}

/** Returns the schema of a value with free members; the input's rules about its members are in the description. */
function freeSchema(property: Property, { description }: Json, schemas: Schemas): Json {
  const reference = schemaOf(property.type as StructuredType, schemas);
  return { ...(property.nullable ? nullable(reference) : reference), description };
}

/** Returns the same schema with the type's descriptions of the parts of its objects, at any depth. */
function partsIn(schema: Json, type: StructuredType, schemas: Schemas): Json {
  const { properties, items, anyOf } = schema;
  const declared = propertiesOf(type);
  const described = Object.entries((properties as Readonly<Record<string, Json>> | undefined) ?? {}).map(
    ([name, part]) => {
      const property = Object.hasOwn(declared, name) ? declared[name] : undefined;
      return [name, property === undefined ? part : fieldSchema(property, part, schemas)] as const;
    },
  );
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(described) }),
    ...(items === undefined ? {} : { items: partsIn(inWords(items as Json), type, schemas) }),
    ...(anyOf === undefined
      ? {}
      : { anyOf: (anyOf as readonly Json[]).map((form) => partsIn(inWords(form), type, schemas)) }),
  };
}

/** Returns a schema with its rules in its description, because JSON Schema cannot express them. */
function inWords(schema: Json): Json {
  const { description, anyOf, ...others } = withoutRules(schema);
  const own = ruleSentences(schema);
  const inner = ((anyOf as readonly Json[] | undefined) ?? []).flatMap(ruleSentences);
  const words = [...(typeof description === "string" ? [description] : []), ...own, ...inner].join(" ");
  const forms = (anyOf as readonly Json[] | undefined)?.map(withoutRules);
  return {
    ...others,
    ...(forms === undefined ? {} : { anyOf: forms }),
    ...(words === "" ? {} : { description: words }),
  };
}

const ownRules = ["rule", "rules", "nameRule", "memberRule"];
/** Keywords that hold inner schemas, each with the function for these. Properties of an object are left out: the type describes them. */
const within: Readonly<Record<string, (schema: Json) => Json>> = {
  items: inWords,
  propertyNames: inWords,
  additionalProperties: membersInWords,
};

/** Returns a schema without its own rules. Rules about items of a list and members of an object are in the descriptions of these. */
function withoutRules(schema: Json): Json {
  const kept = Object.entries(schema).filter(([name]) => !ownRules.includes(name));
  const told = (name: string, value: unknown) =>
    Object.hasOwn(within, name) && typeof value === "object" ? within[name]?.(value as Json) : value;
  return Object.fromEntries(kept.map(([name, value]) => [name, told(name, value)]));
}

/** Puts the rules of an object with free names into descriptions, because no type describes its members. */
function membersInWords({ properties, ...schema }: Json): Json {
  const described = Object.entries((properties as Readonly<Record<string, Json>> | undefined) ?? {});
  const parts = described.map(([name, part]) => [name, inWords(part)] as const);
  return { ...inWords(schema), ...(properties === undefined ? {} : { properties: Object.fromEntries(parts) }) };
}

function propertySchema(property: Property, schemas: Schemas): Json {
  const single = typeof property.type === "string" ? primitives[property.type] : schemaOf(property.type, schemas);
  const members = property.members === undefined ? single : { ...single, enum: property.members };
  const whole = property.collection ? { type: "array", items: members } : members;
  const marked = property.access === "read" && !("$ref" in whole) ? { ...whole, readOnly: true } : whole;
  const schema = property.nullable ? nullable(marked) : marked;
  return property.description === undefined ? schema : { ...schema, description: property.description };
}

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";

import { anything, type Field, nothing, type ObjectShape, type Shape } from "./shape.ts";

type Json = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, Field>>;

/**
 * Returns the shape of an operation's input, from its schema. Fields that only an interface sets are left out.
 * @throws TypeError for an input that is no object
 */
export function inputShapeOf(input: z.ZodType, leftOut: readonly string[] = []): ObjectShape {
  const shape = shapeOf(z.toJSONSchema(input, { io: "input", unrepresentable: "any", reused: "inline", override }));
  if (shape.kind !== "object") throw new TypeError("the input of an operation that is offered must be an object");
  const fields = Object.entries(shape.fields).filter(([name]) => !leftOut.includes(name));
  return { ...shape, fields: Object.fromEntries(fields) };
}

// JSON has no type for a secret, so it is described like a password of OpenAPI.
const secretFormat = "password";

function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: Record<string, unknown>;
}): void {
  if (isSecret(zodSchema)) Object.assign(jsonSchema, { type: "string", format: secretFormat });
}

function isSecret({ _zod: { def } }: z.core.$ZodTypes): boolean {
  return def.type === "custom" && def.fn(new Secret("")) === true && def.fn("") !== true;
}

function shapeOf(schema: Json): Shape {
  const { type, format } = schema;
  const forms = formsOf(schema);
  if (forms.length > 1) return shapeOfForms(forms);
  if (forms[0] !== undefined) return shapeOf(forms[0]);
  if (type === "object") return objectShape(schema);
  if (type === "array") return { kind: "list", of: shapeOf((schema["items"] ?? {}) as Json) };
  if (type === "string" && format === secretFormat) return { kind: "secret" };
  if (type === "string") return textShape(schema);
  if (type === "integer" || type === "number") return { kind: type };
  return type === "boolean" ? { kind: "flag" } : anything;
}

function textShape({ enum: members, const: only, format }: Json): Shape {
  if (Array.isArray(members)) return { kind: "text", members: members as readonly string[] };
  if (typeof only === "string") return { kind: "text", members: [only] };
  return format === "date-time" ? { kind: "moment" } : { kind: "text" };
}

function objectShape({ properties = {}, required = [], additionalProperties, typeName }: Json): Shape {
  // A record: its names are data.
  if (additionalProperties !== false && additionalProperties !== undefined) return anything;
  const fields = Object.entries(properties as Readonly<Record<string, Json>>).map(([name, schema]): [string, Field] => {
    return [
      name,
      { shape: shapeOf(schema), required: (required as string[]).includes(name), nullable: isNullable(schema) },
    ];
  });
  if (fields.length === 0) return nothing;
  const named = typeof typeName === "string" ? { name: typeName } : {};
  return { kind: "object", ...named, fields: Object.fromEntries(fields) };
}

const typesOf = ({ type }: Json): readonly unknown[] => (Array.isArray(type) ? (type as unknown[]) : [type]);

/** Returns the forms that a value may have beside null; none if the schema itself is the only one. */
function formsOf(schema: Json): readonly Json[] {
  const { anyOf, oneOf, ...around } = schema;
  const listed = (anyOf ?? oneOf) as readonly Json[] | undefined;
  if (listed !== undefined) {
    const forms = listed.filter(({ type }) => type !== "null");
    return forms.map((form) => ({ ...around, ...form }));
  }
  if (!Array.isArray(schema["type"])) return [];
  return typesOf(schema)
    .filter((type) => type !== "null")
    .map((type) => ({ ...schema, type }));
}

function isNullable(schema: Json): boolean {
  const forms = (schema["anyOf"] ?? schema["oneOf"] ?? []) as readonly Json[];
  return typesOf(schema).includes("null") || forms.some(isNullable);
}

function shapeOfForms(forms: readonly Json[]): Shape {
  const shapes = forms.map(shapeOf);
  // The internal form of a moment is a number, which no interface accepts.
  const moment = shapes.find(({ kind }) => kind === "moment");
  if (moment !== undefined) return moment;
  const objects = shapes.filter((shape) => shape.kind === "object");
  return objects.length === shapes.length ? allForms(objects) : anything;
}

/** Returns one object for several: a field is required if each of them requires it. */
function allForms(objects: readonly ObjectShape[]): ObjectShape {
  const fields: Record<string, Field> = {};
  for (const { fields: own } of objects) {
    for (const [name, field] of Object.entries<Field>(own)) {
      const required = objects.every(({ fields: others }: { fields: Fields }) => others[name]?.required === true);
      const known = fields[name];
      fields[name] = {
        ...field,
        shape: known === undefined ? field.shape : sameOrAny(known.shape, field.shape),
        required,
      };
    }
  }
  return { kind: "object", fields };
}

const sameOrAny = (one: Shape, other: Shape): Shape => (one.kind === other.kind ? one : anything);

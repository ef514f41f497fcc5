import { isDeepStrictEqual } from "node:util";

import type { Json } from "../odata/model/input-fields.ts";
import { mapWithin, plainForms } from "./plain-forms.ts";

/** Schemas of a document by name; a type is added on its first reference. */
export type Schemas = Record<string, Json>;

/** Returns a reference to a schema of the document. */
export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Returns the same schema with a title for the values of each property. Generators of clients name the values by it,
 * behind the name of their schema. Without it they take the name of the property, and schema and property together may
 * be the name of another schema. The values are no schemas of their own, because a package of Go has each of their
 * names once.
 */
export function withTitles({ properties, ...around }: Json, property?: string): Json {
  const inner = mapWithin(around, (part) => withTitles(part, property));
  const named = Object.entries((properties ?? {}) as Readonly<Record<string, Json>>);
  return {
    ...inner,
    ...(properties !== undefined && {
      properties: Object.fromEntries(named.map(([name, part]) => [name, withTitles(part, name)])),
    }),
    ...(property !== undefined && around["enum"] !== undefined && { title: titleOfValues(property) }),
  };
}

const titleOfValues = (property: string) => `${property.slice(0, 1).toUpperCase()}${property.slice(1)}Value`;

/** Returns the same schema with a reference in place of each schema that has a name (`typeName`). */
export function withNames(schema: Json, schemas: Schemas): Json {
  const { typeName, description, ...whole } = mapWithin(schema, (part) => withNames(part, schemas));
  const said = description === undefined ? {} : { description };
  if (typeof typeName !== "string") return { ...whole, ...said };
  return { ...keep(typeName, withTitles(plainForms(whole)), schemas), ...said };
}

function keep(name: string, schema: Json, schemas: Schemas): Json {
  if (Object.hasOwn(schemas, name) && !isDeepStrictEqual(schemas[name], schema))
    throw new TypeError(`two schemas are called ${name}`);
  schemas[name] = schema;
  return referenceTo(name);
}

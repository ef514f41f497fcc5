import { propertiesOf } from "#api/odata/model/types.ts";
import type { Property, StructuredType } from "#api/odata/structured-type.ts";
import { Secret } from "#connectors/contract/index.ts";

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Secret);

/**
 * Converts an answer of the service into the form in which operations return it: times in milliseconds, secrets as Secrets, values
 * under the names of the row. Members that the type does not have, such as annotations, are left out.
 */
export function insideForm(type: StructuredType, answer: unknown): Json {
  if (!isJson(answer)) return {};
  const read = Object.entries(propertiesOf(type)).flatMap(([name, property]): [string, unknown][] =>
    Object.hasOwn(answer, name) ? [[property.column ?? name, insideValue(property, answer[name])]] : [],
  );
  return { ...(type.open === true && answer), ...Object.fromEntries(read) };
}

function insideValue(property: Property, value: unknown): unknown {
  const { type, isSecret } = property;
  if (Array.isArray(value)) return value.map((part: unknown) => insideValue(property, part));
  if (value === null) return null;
  if (typeof type === "object") return insideForm(type, value);
  if (typeof value !== "string") return value;
  if (isSecret === true) return new Secret(value);
  return type === "Edm.DateTimeOffset" ? Date.parse(value) : value;
}

/** Converts the input of an operation into JSON for the service: secrets become texts. */
export function outsideForm(input: unknown): unknown {
  if (input instanceof Secret) return input.use((text) => text);
  if (Array.isArray(input)) return input.map(outsideForm);
  if (!isJson(input)) return input;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, outsideForm(value)]));
}

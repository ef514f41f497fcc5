import { addressJsonSchema } from "../address.ts";
import type { Connector } from "../connector.ts";

type Json = Readonly<Record<string, unknown>>;

// Alternative spellings that many programs and users take for the same value.
const ways: Readonly<Record<string, (value: string) => unknown>> = {
  "in capitals": (value) => value.toUpperCase(),
  "in small letters": (value) => value.toLowerCase(),
  "with a scheme in capitals": (value) => value.replace(/^[a-z][a-z0-9+.-]*(?=:\/\/)/i, (name) => name.toUpperCase()),
  "with names of attributes in capitals": (value) => value.replaceAll(/[a-z]+(?==)/gi, (name) => name.toUpperCase()),
  "with names of attributes in small letters": (value) =>
    value.replaceAll(/[a-z]+(?==)/gi, (name) => name.toLowerCase()),
  "with blanks behind commas": (value) => value.replaceAll(",", ", "),
  "with blanks around it": (value) => ` ${value} `,
  "with a slash at its end": (value) => `${value}/`,
  "as a number": (value) => (/^\d{1,9}$/.test(value) ? Number(value) : value),
};

/**
 * Returns the spellings of a target's address that the address schema accepts and its JSON Schema refuses, as messages. The service
 * checks by the JSON Schema, so it would refuse targets with which the connector works.
 */
export async function refusedSpellings(connector: Connector, address: unknown): Promise<string[]> {
  const properties = propertiesOf(addressJsonSchema(connector));
  const refused: string[] = [];
  for (const [field, value] of Object.entries((address ?? {}) as Json)) {
    for (const [way, other] of spellingsOf(value)) {
      const result = await connector.definition.address["~standard"].validate({ ...(address as Json), [field]: other });
      if (result.issues === undefined && !takes(properties[field], other))
        refused.push(`${field} ${way}: ${JSON.stringify(other)}`);
    }
  }
  return refused;
}

function spellingsOf(value: unknown): [way: string, value: unknown][] {
  if (typeof value === "number" || typeof value === "boolean")
    return [
      ["as it is", value],
      ["as a text", String(value)],
    ];
  if (typeof value !== "string") return [];
  const others = Object.entries(ways).map(([way, write]): [string, unknown] => [way, write(value)]);
  return [["as it is", value], ...others];
}

function propertiesOf(schema: unknown): Json {
  return (schema as { readonly properties?: Json } | undefined)?.properties ?? {};
}

/** Returns true if a part of a JSON Schema accepts a text, a number or a boolean, judged by its type, `enum` and text rules. */
function takes(schema: unknown, value: unknown): boolean {
  const { type, enum: among } = (schema ?? {}) as Json;
  if (typeof type === "string" && type !== typeof value && !(type === "integer" && Number.isInteger(value)))
    return false;
  if (Array.isArray(among) && !among.includes(value)) return false;
  return typeof value !== "string" || takesText((schema ?? {}) as Json, value);
}

function takesText({ pattern, format, maxLength = Infinity, minLength = 0 }: Json, value: string): boolean {
  // The service does not read the patterns of formats.
  const rule = typeof pattern === "string" && format === undefined ? new RegExp(pattern, "u") : undefined;
  return rule?.test(value) !== false && value.length <= Number(maxLength) && value.length >= Number(minLength);
}

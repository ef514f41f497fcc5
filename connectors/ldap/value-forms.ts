import { ConnectorError, type Scalar } from "#connectors/contract/index.ts";

import type { DirectorySchema } from "./directory-schema.ts";

const syntaxes = "1.3.6.1.4.1.1466.115.121.1";

// Audio, binary, certificate, certificate list, certificate pair, fax, JPEG, octet string, supported algorithm (RFC 4517, RFC 4523).
const binarySyntaxes = new Set([4, 5, 8, 9, 10, 23, 28, 40, 49].map((number) => `${syntaxes}.${number}`));

// Syntaxes whose values are sent with the option `binary` (RFC 4523 2).
const transferredAsBinary = new Set([8, 9, 10, 49].map((number) => `${syntaxes}.${number}`));

// Octet strings by their syntax, but lines of text by common usage.
const text = new Set(["sshpublickey", "ipasshpubkey"]);

// Fallback for a directory that shows no schema.
const usuallyBinary = new Set([
  "jpegphoto",
  "photo",
  "audio",
  "thumbnailphoto",
  "usercertificate",
  "cacertificate",
  "userpkcs12",
  "usersmimecertificate",
  "certificaterevocationlist",
  "authorityrevocationlist",
  "crosscertificatepair",
]);

// A byte order mark is kept, because it belongs to the value.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns true if the values of an attribute are bytes, whatever they look like. */
export function isBinary(schema: DirectorySchema, name: string): boolean {
  const key = schema.keyOf(name);
  if (text.has(key)) return false;
  if (/;binary(;|$)/i.test(name)) return true;
  const attribute = schema.attribute(name);
  if (attribute === undefined) return usuallyBinary.has(key);
  return attribute.syntax !== undefined && binarySyntaxes.has(attribute.syntax);
}

/**
 * Converts the values of an attribute to its form: bytes for a binary attribute, otherwise text. A value of a text attribute that
 * is not valid text stays bytes.
 */
export function inOneForm(binary: boolean, values: (string | Uint8Array)[]): (string | Uint8Array)[] {
  if (!binary && values.every((value) => typeof value === "string")) return values;
  return values.map((value) => {
    if (binary) return typeof value === "string" ? Buffer.from(value, "utf8") : value;
    return typeof value === "string" ? value : (textOf(value) ?? value);
  });
}

function textOf(value: Uint8Array): string | undefined {
  try {
    return decoder.decode(value);
  } catch {
    return undefined;
  }
}

/**
 * Converts values for writing: those of a binary attribute come as bytes, or as the base64 in which they are shown.
 * @throws invalidValue for text that is not base64
 */
export function writtenValues(schema: DirectorySchema, name: string, values: readonly Scalar[]): readonly Scalar[] {
  if (!isBinary(schema, name)) return values;
  return values.map((value) => {
    if (value instanceof Uint8Array) return value;
    const bytes = Buffer.from(String(value), "base64");
    if (typeof value === "string" && bytes.toString("base64") === value) return bytes;
    throw new ConnectorError("invalidValue", `"${name}" holds bytes: give them in base64.`);
  });
}

/**
 * Returns the name to write an attribute under: the name in the entry if it has the attribute, otherwise with the option that its
 * values need.
 */
export function writtenName(schema: DirectorySchema, name: string, there: readonly string[] = []): string {
  const { syntax = "" } = schema.attribute(name) ?? {};
  if (name.includes(";") || !transferredAsBinary.has(syntax)) return name;
  const key = schema.keyOf(name);
  return there.find((one) => schema.keyOf(one) === key && /^[^;]*(;binary)?$/i.test(one)) ?? `${name};binary`;
}

import { ConnectorError, type Scalar } from "#connectors/contract/index.ts";

import type { DirectorySchema } from "./directory-schema.ts";

const syntaxes = "1.3.6.1.4.1.1466.115.121.1";

// Audio, binary, certificate, certificate list, certificate pair, fax, JPEG, octet string, supported algorithm (RFC 4517, RFC 4523).
const binarySyntaxes = new Set([4, 5, 8, 9, 10, 23, 28, 40, 49].map((number) => `${syntaxes}.${number}`));

// Values of these are sent with the option `binary` (RFC 4523 2).
const transferredAsBinary = new Set([8, 9, 10, 49].map((number) => `${syntaxes}.${number}`));

// Octet strings by their syntax, and lines of text by everybody's habit.
const text = new Set(["sshpublickey", "ipasshpubkey"]);

// Where a directory shows no schema.
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

// Without a byte order mark taken away, for it belongs to the value.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Whether the values of an attribute are bytes, whatever they look like. */
export function isBinary(schema: DirectorySchema, name: string): boolean {
  const key = schema.keyOf(name);
  if (text.has(key)) return false;
  if (/;binary(;|$)/i.test(name)) return true;
  const attribute = schema.attribute(name);
  if (attribute === undefined) return usuallyBinary.has(key);
  return attribute.syntax !== undefined && binarySyntaxes.has(attribute.syntax);
}

/** The values of an attribute in its one form: bytes where it is one of bytes, else text; of text alone what is none is bytes. */
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
 * The values of an attribute as they are written: those of bytes come as bytes, or as the base64 in which they are shown.
 * @throws invalidValue for text that is no base64
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

/** The name under which an attribute is written: where the entry has it, its name there, else with the option that its values need. */
export function writtenName(schema: DirectorySchema, name: string, there: readonly string[] = []): string {
  const { syntax = "" } = schema.attribute(name) ?? {};
  if (name.includes(";") || !transferredAsBinary.has(syntax)) return name;
  const key = schema.keyOf(name);
  return there.find((one) => schema.keyOf(one) === key && /^[^;]*(;binary)?$/i.test(one)) ?? `${name};binary`;
}

import { ServiceError } from "#domain/errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a form: each field once, values as texts.
 * @throws BODY_INVALID
 */
export function parseForm(bytes: Buffer): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(decode(bytes))) {
    if (fields.has(name)) {
      throw new ServiceError("BODY_INVALID", {
        message: `The field '${name}' occurs twice. Send it once.`,
        target: name,
      });
    }
    if (name === "__proto__" || value.includes("\u0000")) throw new ServiceError("BODY_INVALID", { target: name });
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ServiceError("BODY_INVALID", { message: "The form must be encoded in UTF-8.", cause });
  }
}

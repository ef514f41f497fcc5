import { ServiceError } from "#domain/errors.ts";

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const quoted = /^'((?:[^']|'')*)'$/;
// oxlint-disable-next-line no-control-regex -- a control character in a key is never meant
const control = /[\u0000-\u001f\u007f]/;

/** Reports whether a text is a GUID, in either case. */
export function isGuid(text: string): boolean {
  return guid.test(text);
}

/**
 * Reads the text between the brackets of a segment, already decoded: a string in single quotes (a quote inside is
 * doubled) or a bare GUID.
 * @throws KEY_INVALID
 */
export function parseKey(text: string): string {
  if (isGuid(text)) return text.toLowerCase();
  const inner = quoted.exec(text)?.[1];
  if (inner === undefined || control.test(inner) || !inner.isWellFormed()) {
    throw new ServiceError("KEY_INVALID");
  }
  return inner.replaceAll("''", "'");
}

/** Writes a key in the form of an address: in quotes, percent-encoded. */
export function formatKey(key: string): string {
  return isGuid(key) ? key.toLowerCase() : `'${encodeURIComponent(key).replaceAll("'", "''")}'`;
}

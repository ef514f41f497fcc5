/** A JSON object of the service. */
export type ScimResource = Readonly<Record<string, unknown>>;

/** Returns true if a value is an object with members. */
export function isObject(value: unknown): value is ScimResource {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value of a member; names are case-insensitive (RFC 7643 section 2.1). */
export function member(holder: unknown, name: string): unknown {
  if (!isObject(holder)) return undefined;
  if (Object.hasOwn(holder, name)) return holder[name];
  const found = Object.keys(holder).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : holder[found];
}

/** Returns a value as a list: a single value is a list of one, no value is an empty list. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** Returns a non-empty text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the id of a resource, even if the service writes it as a number. */
export function idOf(resource: unknown): string | undefined {
  return identifier(member(resource, "id"));
}

/** Returns a text or a number as the text of an id; undefined for anything else. */
export function identifier(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : textOf(value);
}

/** Returns the last part of the path of an address, decoded: the id in a `$ref` or a `Location`. */
export function lastSegment(address: string): string | undefined {
  const [path = ""] = address.split(/[?#]/);
  const last = path.split("/").findLast((part) => part !== "");
  try {
    return last && decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Reads a boolean, even if the service writes it as text or a number; undefined if it is neither true nor false. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim().toLowerCase() : "";
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : undefined;
}

/** Reads a count, even if the service writes it as text; undefined if it is not one. */
export function countOf(value: unknown): number | undefined {
  if (typeof value === "string") return /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Parses a JSON text; undefined if it is not valid. A list without its envelope gets one (RFC 7644 section 3.4.2). */
export function parseResource(text: string): ScimResource | undefined {
  try {
    const value: unknown = /\d{16}/.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
    if (Array.isArray(value)) return { Resources: value };
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// An id with more digits than a JavaScript number holds would become the id of another object.
function exactly(_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const rounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return rounded && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

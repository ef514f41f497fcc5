import { ServiceError } from "#domain/errors.ts";

import { parseKey } from "./odata/key.ts";

/** One segment of an address: its name, and its key if it has one. */
export interface PathSegment {
  readonly name: string;
  readonly key?: string;
  /** Property in front of the key: `(id='x')`. */
  readonly keyName?: string;
}

/** One segment of a route's template: its name, and the parameter for the key. */
export interface TemplateSegment {
  readonly name: string;
  readonly parameter?: string;
}

const templateSegment = /^(\$?[A-Za-z0-9_.-]+)(?:\(\{([A-Za-z][A-Za-z0-9]*)\}\))?$/;

/**
 * Reads a route's template.
 * @throws Error when it is not well-formed, so a mistake stops the start
 */
export function parseTemplate(template: string): readonly TemplateSegment[] {
  if (!template.startsWith("/")) throw new Error(`the route '${template}' must begin with a slash`);
  // The address of the service itself has one segment, without a name.
  if (template === "/") return [{ name: "" }];
  return template
    .slice(1)
    .split("/")
    .map((text) => {
      const [, name, parameter] = templateSegment.exec(text) ?? [];
      if (name === undefined) throw new Error(`the segment '${text}' of the route '${template}' is not well-formed`);
      return parameter === undefined ? { name } : { name, parameter };
    });
}

/**
 * Splits the path of a call into its segments, not decoded, so that `%2F` inside a key is a character of the key. One
 * slash at the end is left out.
 * @throws ADDRESS_INVALID
 */
export function splitPath(path: string): readonly string[] {
  if (!path.startsWith("/")) throw new ServiceError("ADDRESS_INVALID");
  const parts = path.slice(1).split("/");
  if (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return parts;
}

/**
 * Reads one segment of a path.
 * @throws ADDRESS_INVALID
 * @throws KEY_INVALID
 */
export function parseSegment(part: string): PathSegment {
  const text = decodeSegment(part);
  const open = text.indexOf("(");
  if (open < 0) return { name: text };
  if (!text.endsWith(")")) throw new ServiceError("ADDRESS_INVALID");
  const inner = text.slice(open + 1, -1);
  const [named, keyName] = inner.includes("=") ? (/^([A-Za-z_]\w{0,127})=/.exec(inner) ?? []) : [];
  const key = parseKey(named === undefined ? inner : inner.slice(named.length));
  return { name: text.slice(0, open), key, ...(keyName === undefined ? {} : { keyName }) };
}

/**
 * Decodes a segment.
 * @throws ADDRESS_INVALID
 */
export function decodeSegment(part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new ServiceError("ADDRESS_INVALID", { cause });
  }
}

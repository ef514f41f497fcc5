import { ConnectorError } from "#connectors/contract/index.ts";

import type { Condition } from "./client.ts";

/** Makes the cursor of a listing from the key of the last object; it is valid on every later connection. */
export function cursorOf(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/**
 * Reads the key from a cursor.
 * @throws config if the cursor is not one of this connector
 */
export function keyOf(cursor: string | undefined, length: number): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  const key = parse(cursor);
  const whole = Array.isArray(key) && key.length === length && key.every((part) => typeof part === "string");
  if (!whole || cursorOf(key) !== cursor)
    throw new ConnectorError("config", "The cursor was not made by this connector for such a listing.");
  return key;
}

/** Makes the condition for rows after a key, in the order of its parts. Unlike a row comparison, it uses an index on them. */
export function afterKey(parts: readonly string[], key: readonly string[] | undefined): Condition {
  if (key === undefined) return { sql: "(1 = 1)", values: [] };
  const [part, ...others] = parts;
  const [value = "", ...rest] = key;
  if (part === undefined) return { sql: "(1 = 0)", values: [] };
  if (others.length === 0) return { sql: `(${part} > ?)`, values: [value] };
  const inner = afterKey(others, rest);
  return { sql: `(${part} >= ? AND (${part} > ? OR ${inner.sql}))`, values: [value, value, ...inner.values] };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

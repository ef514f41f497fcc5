import type { Cursor } from "./cursor.ts";
import { readAnnotation } from "./member-path.ts";
import { expectName } from "./names.ts";
import type { ItemSegment, OptionTree } from "./tree.ts";

/** The options of an item that has none. */
export const noOptions: OptionTree = { aliases: new Map(), given: new Map() };

/**
 * Reads a segment in an item of `$select` or `$expand`.
 * @throws ODataSyntaxError
 */
export function readItemSegment(cursor: Cursor, rule: string): ItemSegment {
  if (cursor.text[cursor.index] === "@") return readAnnotation(cursor);
  const at = cursor.place();
  const name = expectName(cursor, rule);
  return { kind: "name", name, qualified: name.includes("."), at };
}

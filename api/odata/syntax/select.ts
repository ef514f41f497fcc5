import type { Cursor } from "./cursor.ts";
import { referenceOptions } from "./expand.ts";
import { noOptions, readItemSegment } from "./item-path.ts";
import { behindName, expectIdentifier } from "./names.ts";
import type { ItemSegment, OptionName, SelectItem } from "./tree.ts";

const selectOptions: ReadonlySet<OptionName | "alias"> = new Set([...referenceOptions, "compute", "select", "alias"]);

/**
 * Reads the items of `$select`.
 * @throws ODataSyntaxError
 */
export function readSelect(cursor: Cursor): SelectItem[] {
  return cursor.list(readItem);
}

function readItem(cursor: Cursor): SelectItem {
  const at = cursor.place();
  const bare = { parameterNames: null, options: noOptions, at };
  if (cursor.take("*")) return { kind: "all", segments: [], ...bare };
  const segments: ItemSegment[] = [];
  do segments.push(readItemSegment(cursor, "selectItem"));
  while (cursor.take("/"));
  if (segments.length === 1 && cursor.takeText(".*")) return { kind: "operations", segments, ...bare };
  if (cursor.text[cursor.index] !== "(") return { kind: "path", segments, ...bare };
  cursor.index += 1;
  const next = behindName(cursor);
  if (next !== null && next !== "=")
    return { kind: "path", segments, parameterNames: readParameterNames(cursor), options: noOptions, at };
  const options = cursor.grammar.options(cursor, selectOptions);
  return { kind: "path", segments, parameterNames: null, options, at };
}

function readParameterNames(cursor: Cursor): string[] {
  const names = cursor.list(() => expectIdentifier(cursor, "parameterNames"));
  cursor.expect(")", "parameterNames");
  return names;
}

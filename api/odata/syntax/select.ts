import type { Cursor } from "./cursor.ts";
import { noOptions, readItemSegment } from "./item-path.ts";
import { expectIdentifier, takeIdentifier } from "./names.ts";
import type { ItemSegment, OptionName, SelectItem } from "./tree.ts";

const selectOptions: ReadonlySet<OptionName | "alias"> = new Set([
  "filter",
  "search",
  "count",
  "orderby",
  "skip",
  "top",
  "compute",
  "select",
  "alias",
]);

/**
 * Reads the items of `$select`.
 * @throws ODataSyntaxError
 */
export function readSelect(cursor: Cursor): SelectItem[] {
  const items: SelectItem[] = [];
  do items.push(readItem(cursor));
  while (cursor.takeSeparator(","));
  return items;
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
  if (namesFollow(cursor))
    return { kind: "path", segments, parameterNames: readParameterNames(cursor), options: noOptions, at };
  const options = cursor.grammar.options(cursor, selectOptions);
  return { kind: "path", segments, parameterNames: null, options, at };
}

function namesFollow(cursor: Cursor): boolean {
  const from = cursor.index;
  const follows = takeIdentifier(cursor) !== null && cursor.text[cursor.index] !== "=";
  cursor.index = from;
  return follows;
}

function readParameterNames(cursor: Cursor): string[] {
  const names: string[] = [];
  do names.push(expectIdentifier(cursor, "parameterNames"));
  while (cursor.takeSeparator(","));
  cursor.expect(")", "parameterNames");
  return names;
}

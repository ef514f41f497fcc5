import type { Cursor } from "./cursor.ts";
import { noOptions, readItemSegment } from "./item-path.ts";
import type { ExpandItem, ItemSegment, OptionName } from "./tree.ts";

const countOptions = ["filter", "search"] as const;
/** The options of a collection whose entities are only referred to. */
export const referenceOptions = [...countOptions, "orderby", "skip", "top", "count"] as const;
const optionsOfShape: Readonly<Record<ExpandItem["shape"], ReadonlySet<OptionName | "alias">>> = {
  count: new Set(countOptions),
  references: new Set(referenceOptions),
  entities: new Set([...referenceOptions, "select", "expand", "compute", "levels", "alias"]),
};
const levelsOnly: ReadonlySet<OptionName | "alias"> = new Set(["levels"]);

/**
 * Reads the items of `$expand`.
 * @throws ODataSyntaxError
 */
export function readExpand(cursor: Cursor): ExpandItem[] {
  return cursor.list(readItem);
}

function readItem(cursor: Cursor): ExpandItem {
  const at = cursor.place();
  if (cursor.takeText("$value")) return { kind: "value", segments: [], shape: "entities", options: noOptions, at };
  const segments: ItemSegment[] = [];
  do {
    if (cursor.take("*")) return readAll(cursor, segments, at);
    if (segments.length > 0 && cursor.text[cursor.index] === "$") return readShaped(cursor, segments, at);
    segments.push(readItemSegment(cursor, "expandPath"));
  } while (cursor.take("/"));
  refuseOnlyType(cursor, segments);
  return { kind: "path", segments, shape: "entities", options: readOptions(cursor, "entities"), at };
}

// Behind a star only references or levels can be asked for.
function readAll(cursor: Cursor, segments: readonly ItemSegment[], at: number): ExpandItem {
  const shape = cursor.takeText("/$ref") ? "references" : "entities";
  const bracket = shape === "entities" && cursor.take("(");
  const options = bracket ? cursor.grammar.options(cursor, levelsOnly) : noOptions;
  return { kind: "all", segments, shape, options, at };
}

function readShaped(cursor: Cursor, segments: readonly ItemSegment[], at: number): ExpandItem {
  refuseOnlyType(cursor, segments);
  const shape = cursor.takeText("$ref") ? "references" : cursor.takeText("$count") ? "count" : null;
  if (shape === null) return cursor.fail("expandPath", "Of the segments with '$' only $ref and $count can stand here.");
  return { kind: "path", segments, shape, options: readOptions(cursor, shape), at };
}

function readOptions(cursor: Cursor, shape: ExpandItem["shape"]): ExpandItem["options"] {
  return cursor.take("(") ? cursor.grammar.options(cursor, optionsOfShape[shape]) : noOptions;
}

function refuseOnlyType(cursor: Cursor, [first, ...rest]: readonly ItemSegment[]): void {
  if (rest.length === 0 && first?.kind === "name" && first.qualified)
    cursor.fail("expandPath", "The name of a type needs a navigation property behind it.");
}

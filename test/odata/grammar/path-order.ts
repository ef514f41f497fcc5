import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";

import type { PathSegment } from "./path-tree.ts";

const rule = "resourcePath";
const startsOnly: ReadonlySet<PathSegment["kind"]> = new Set(["metadata", "batch", "entity", "all", "crossjoin"]);
const endsOnly: ReadonlySet<PathSegment["kind"]> = new Set(["metadata", "batch", "count", "ref", "value", "query"]);

/**
 * Refuses segments in a place that is impossible for them.
 * @throws ODataSyntaxError
 */
export function checkOrder(segments: readonly PathSegment[], end: number): void {
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (index === 0) checkFirst(segment);
    else if (startsOnly.has(segment.kind)) fail(segment, "This segment can only stand first.");
    if (next === undefined) continue;
    if (endsOnly.has(segment.kind)) fail(next, "Nothing can follow after this segment.");
    if (segment.kind === "each" && next.kind !== "name")
      fail(next, "Behind $each only an action or function can stand.");
  }
  checkPair(segments, end);
}

function checkFirst(first: PathSegment): void {
  const named = first.kind === "name";
  if (named && first.qualified) fail(first, "A name without namespace is expected at the root of the service.");
  if (!named && !startsOnly.has(first.kind)) fail(first, "This segment needs something before it.");
}

// `$entity/Type`, `$all/Type` and `$crossjoin(…)/$query` are all that may follow these.
function checkPair([first, second, third]: readonly PathSegment[], end: number): void {
  if (first === undefined || second === undefined || !startsOnly.has(first.kind)) return;
  const wanted = first.kind === "crossjoin" ? "query" : "name";
  if (second.kind !== wanted || (second.kind === "name" && second.brackets.length > 0))
    fail(second, "This cannot follow here.");
  if (third !== undefined)
    throw new ODataSyntaxError(rule, Math.min(third.at, end), "Nothing can follow after this segment.");
}

function fail(segment: PathSegment, message: string): never {
  throw new ODataSyntaxError(rule, segment.at, message);
}

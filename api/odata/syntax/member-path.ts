import { readAllBrackets } from "./brackets.ts";
import type { Cursor } from "./cursor.ts";
import { expectIdentifier, expectName, takeIdentifier } from "./names.ts";
import type { AnnotationSegment, FilterSegment, MemberPath, MemberSegment, NameSegment, OptionName } from "./tree.ts";

const rule = "firstMemberExpr";
const slash = 47;
const at = 64;
const dollar = 36;
const countOptions: ReadonlySet<OptionName | "alias"> = new Set(["filter", "search"]);

/**
 * Reads a path in an expression; `first` is a name that was already read.
 * @throws ODataSyntaxError
 */
export function readPathFrom(cursor: Cursor, first: { name: string; from: number } | null): MemberPath {
  const start = first?.from ?? cursor.index;
  const place = cursor.place(start);
  const segments: MemberSegment[] = [];
  let from: MemberPath["from"] = null;
  if (first !== null) {
    if (/^(?:any|all)$/i.test(first.name) && cursor.text[cursor.index] === "(")
      cursor.fail(
        `${first.name.toLowerCase()}Expr`,
        `'${first.name}' needs a collection before it: Items/${first.name}(…).`,
        start,
      );
    segments.push(readNameSegment(cursor, first.name, start));
  } else if (cursor.peek() === dollar) from = readVariable(cursor);
  else from = readAliasOrAnnotation(cursor, segments);
  while (cursor.peek() === slash) {
    if (endsPath(segments.at(-1))) cursor.fail(rule, "Nothing can follow after this segment.");
    cursor.index += 1;
    segments.push(readSegment(cursor, from === "$root" && segments.length === 0));
  }
  refuseHalfPath(cursor, from, segments, start);
  return { kind: "path", from, segments, at: place };
}

/**
 * Reads `$filter(…)` as a segment of a path, from its bracket on.
 * @throws ODataSyntaxError
 */
export function readFilterSegment(cursor: Cursor, from: number): FilterSegment {
  cursor.enter("filterExpr");
  cursor.expect("(", "filterExpr");
  const expression = cursor.grammar.expression(cursor);
  cursor.expect(")", "filterExpr");
  cursor.leave();
  return { kind: "filter", expression, brackets: readAllBrackets(cursor, "expressions"), at: cursor.place(from) };
}

/**
 * Reads an annotation from its `@` on.
 * @throws ODataSyntaxError
 */
export function readAnnotation(cursor: Cursor): AnnotationSegment {
  const place = cursor.place();
  cursor.expect("@", "annotationInQuery");
  const term = expectName(cursor, "annotationInQuery");
  const qualifier = cursor.take("#") ? expectIdentifier(cursor, "annotationQualifier") : null;
  return { kind: "annotation", term, qualifier, at: place };
}

/**
 * Reads `any(…)` or `all(…)` from its bracket on.
 * @throws ODataSyntaxError
 */
export function readLambda(cursor: Cursor, kind: "any" | "all", from: number): MemberSegment {
  const place = cursor.place(from);
  const lambda = `${kind}Expr`;
  return cursor.bracketed(lambda, () => {
    if (kind === "any" && cursor.text[cursor.index] === ")")
      return { kind, variable: null, predicate: null, at: place };
    const variable = expectIdentifier(cursor, lambda);
    if (!cursor.takeSeparator(":")) cursor.fail(lambda, "':' and a predicate are expected here.");
    return { kind, variable, predicate: cursor.grammar.expression(cursor), at: place };
  });
}

function readNameSegment(cursor: Cursor, name: string, from: number): NameSegment {
  const brackets = readAllBrackets(cursor, "expressions");
  return { kind: "name", name, qualified: name.includes("."), brackets, at: cursor.place(from) };
}

function readSegment(cursor: Cursor, atRoot: boolean): MemberSegment {
  const from = cursor.index;
  const code = cursor.peek();
  if (code === at) return readAnnotation(cursor);
  if (code === dollar && !atRoot) {
    if (cursor.takeText("$count")) return readCount(cursor, from);
    if (cursor.takeText("$filter")) return readFilterSegment(cursor, from);
    cursor.fail(rule, "Of the segments with '$' only $count and $filter can stand in an expression.");
  }
  const name = expectName(cursor, rule);
  if (cursor.text[cursor.index] === "(" && !atRoot) {
    const lower = name.toLowerCase();
    if (lower === "any" || lower === "all") return readLambda(cursor, lower, from);
  }
  return readNameSegment(cursor, name, from);
}

function readCount(cursor: Cursor, from: number): MemberSegment {
  const place = cursor.place(from);
  if (!cursor.take("(")) return { kind: "count", filter: null, search: null, at: place };
  const { filter = null, search = null } = cursor.grammar.options(cursor, countOptions);
  return { kind: "count", filter, search, at: place };
}

function readVariable(cursor: Cursor): "$it" | "$this" | "$root" {
  const from = cursor.index;
  cursor.index += 1;
  const name = `$${takeIdentifier(cursor) ?? ""}`;
  if (name === "$it" || name === "$this" || name === "$root") return name;
  return cursor.fail(rule, "Only $it, $this and $root can stand at the start of an expression.", from);
}

function readAliasOrAnnotation(cursor: Cursor, segments: MemberSegment[]): MemberPath["from"] {
  const place = cursor.place();
  const annotation = readAnnotation(cursor);
  if (annotation.qualifier === null && !annotation.term.includes("."))
    return { kind: "alias", name: annotation.term, at: place };
  segments.push(annotation);
  return null;
}

function endsPath(last: MemberSegment | undefined): boolean {
  return last !== undefined && (last.kind === "count" || last.kind === "any" || last.kind === "all");
}

function refuseHalfPath(
  cursor: Cursor,
  from: MemberPath["from"],
  segments: readonly MemberSegment[],
  start: number,
): void {
  const [first] = segments;
  if (from === "$root" && (first === undefined || (first.kind === "name" && first.qualified)))
    cursor.fail("rootExpr", "'$root/' and the name of an entity set or singleton are expected here.", start);
  const alone = segments.length === 1 && from === null;
  if (alone && first?.kind === "name" && first.qualified && first.brackets.length === 0)
    cursor.fail("memberExpr", "The name of a type needs a property behind it, that of a function its brackets.");
}

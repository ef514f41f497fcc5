import type { SourceFile } from "./architecture.ts";
import { isNode, parseModule, type SyntaxNode, walk } from "./imports.ts";

/** A comment above a test that names the row of the specification that the test shows. */
export interface SpecificationMark {
  readonly row: string;
  readonly path: string;
  readonly line: number;
  /** Name of the test, or of the group of tests, with those around it; undefined if the mark is above no test that runs. */
  readonly title: string | undefined;
}

const mark = "@specification ";

/** Returns the marks of a file: comment lines directly above `it`, `test` or `describe` that name rows of the specification. */
export function specificationMarks({ path, text }: SourceFile): SpecificationMark[] {
  if (!text.includes(`// ${mark}`)) return [];
  const { program, comments } = parseModule(path, text);
  const statements: SyntaxNode[] = [];
  walk(program, (node) => {
    if (node.type === "ExpressionStatement") statements.push(node);
  });
  return comments.flatMap(({ type, value, start, end }) => {
    if (type !== "Line" || !value.startsWith(` ${mark}`)) return [];
    const below = statements.find((node) => node.start >= end && isBetween(text.slice(end, node.start)));
    const around = statements.filter((node) => node.start < start && Number(node["end"]) > end);
    const titles = [...around, ...(below ? [below] : [])].map((node) =>
      titleOf(node["expression"] as SyntaxNode, text),
    );
    const title = below && !titles.includes(undefined) ? titles.join(" › ") : undefined;
    const line = text.slice(0, start).split("\n").length;
    const rows = value
      .slice(mark.length + 1)
      .trim()
      .split(/\s+/);
    return rows.map((row) => ({ row, path, line, title }));
  });
}

// Only further comments may be between a mark and its test.
function isBetween(text: string): boolean {
  return text.replaceAll(/\/\/.*/g, "").trim() === "";
}

function titleOf(call: SyntaxNode, text: string): string | undefined {
  const [first] = (call["arguments"] ?? []) as readonly SyntaxNode[];
  const [name = "", ...ways] = namesOf(call);
  if (!first || !["it", "test", "describe"].includes(name) || ways.some((way) => notRun.has(way))) return undefined;
  if (first.type === "Literal") return String(first["value"]);
  const source = text.slice(first.start, Number(first["end"]));
  return first.type === "TemplateLiteral" ? source.slice(1, -1) : source;
}

const notRun = new Set(["skip", "skipIf", "todo", "fails", "only"]);

// `it.each(rows)` is a call of a member: its names are `it` and `each`.
function namesOf(node: SyntaxNode): string[] {
  if (node.type === "Identifier") return [String(node["name"])];
  if (node.type === "MemberExpression") {
    return [...namesOf(node["object"] as SyntaxNode), ...namesOf(node["property"] as SyntaxNode)];
  }
  return isNode(node["callee"]) ? namesOf(node["callee"]) : [];
}

import { parseSync } from "oxc-parser";

/** One import of a module. */
export interface ImportOf {
  /** Text between the quotes; undefined if it is only known at run time. */
  readonly specifier: string | undefined;
  /** True if nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** True if the module is loaded when the line is reached, not with the importing module. */
  readonly later: boolean;
  readonly line: number;
}

/** A node of the syntax tree, with the fields that matter here. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

/**
 * Parses a module.
 * @throws Error if it does not parse
 */
export function parseModule(
  path: string,
  text: string,
): { program: SyntaxNode; comments: ReturnType<typeof parseSync>["comments"] } {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  return { program: program as unknown as SyntaxNode, comments };
}

/** Calls a function for each node of a syntax tree, parents first. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) walk(child, visit);
  }
}

/** Returns true for a node of a syntax tree. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
}

/** Returns every import of a module in any form: static, type, re-export, dynamic, `import("x").T`, `import x = require`, require. */
export function importsOf(path: string, text: string): ImportOf[] {
  const found: ImportOf[] = [];
  walk(parseModule(path, text).program, (node) => {
    const source = sourceOf(node);
    if (source === undefined) return;
    const line = text.slice(0, node.start).split("\n").length;
    found.push({
      specifier: literal(source),
      typeOnly: isTypeOnly(node),
      later: node.type === "ImportExpression",
      line,
    });
  });
  return found;
}

function sourceOf(node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return isNode(node["source"]) ? node["source"] : undefined;
    case "TSExternalModuleReference":
      return node["expression"] as SyntaxNode;
    case "CallExpression": {
      const callee = node["callee"] as SyntaxNode;
      const isRequire = callee.type === "Identifier" && callee["name"] === "require";
      return isRequire ? (node["arguments"] as SyntaxNode[])[0] : undefined;
    }
    default:
      return undefined;
  }
}

function literal(source: SyntaxNode): string | undefined {
  if (source.type === "TSLiteralType") return literal(source["literal"] as SyntaxNode);
  if (source.type === "Literal") return String(source["value"]);
  const quasis = source["quasis"] as { value: { cooked: string } }[] | undefined;
  return source.type === "TemplateLiteral" && quasis?.length === 1 ? quasis[0]?.value.cooked : undefined;
}

// `import { type A } from "x"` still loads x: only a whole `import type` or `export type` vanishes.
function isTypeOnly(node: SyntaxNode): boolean {
  return node.type === "TSImportType" || node["importKind"] === "type" || node["exportKind"] === "type";
}

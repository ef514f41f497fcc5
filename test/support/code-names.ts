import { operationCodes } from "#domain/requests/operation-codes.ts";

import type { SourceFile } from "./architecture.ts";
import { isNode, parseModule, type SyntaxNode } from "./imports.ts";

/** Files in which codes of operations are keys: the table itself with the names that stand apart, and what has a text or an audit row for each. */
export const filesOfCodes: readonly string[] = [
  "domain/audit/audit-operations.ts",
  "domain/notices/texts/de.ts",
  "domain/notices/texts/en.ts",
  "domain/requests/named-codes.ts",
  "domain/requests/operation-codes.ts",
  // Apart, because pages load them alone.
  "domain/roles/removal-code.ts",
  "domain/sod/exception-code.ts",
];

/** Expressions through which a name goes unchanged. */
const transparent = new Set([
  "ConditionalExpression",
  "LogicalExpression",
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
]);

/**
 * Finds the places where a code of an operation is named for another purpose than to ask for that operation (`code: "…"`) or to audit it
 * (`operation: "…"`): compared, listed, searched for, a key of a table, a part of a pattern or of a filter.
 */
export function codesByName({ path, text }: SourceFile): readonly string[] {
  if (!mentions.test(text)) return [];
  const found: string[] = [];
  const visit = (node: SyntaxNode, parents: readonly SyntaxNode[]) => {
    if (node.type.startsWith("TS") && node.type !== "TSAsExpression" && node.type !== "TSSatisfiesExpression") return;
    const code = codeIn(node, parents.at(-1));
    if (code !== undefined && !asks(node, parents))
      found.push(`${path}:${text.slice(0, node.start).split("\n").length} ${code}`);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, [...parents, node]);
  };
  visit(parseModule(path, text).program, []);
  return found;
}

/** Names by which others take codes from the table, to ask for these operations or to search for them. */
const namesOfCodes = new Set(["connectionTestCode", "discoveryCode", "togetherCode"]);
const mentions = new RegExp(`\\b(?:${[...Object.keys(operationCodes), ...namesOfCodes].join("|")})\\b`);
const isCode = (name: unknown) => typeof name === "string" && Object.hasOwn(operationCodes, name);
const quoted = /'([A-Z]{4,10})'/g;

function codeIn(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  if (node.type === "Literal") return isCode(node["value"]) ? String(node["value"]) : undefined;
  if (node.type === "TemplateElement") return codeInText((node["value"] as { readonly cooked: string }).cooked);
  const name = node.type === "Identifier" ? String(node["name"]) : "";
  const isFound = (namesOfCodes.has(name) && isCompared(parent)) || (isCode(name) && isKey(node, parent));
  return isFound ? name : undefined;
}

function codeInText(text: string): string | undefined {
  return isCode(text) ? text : [...text.matchAll(quoted)].map(([, name]) => name).find(isCode);
}

function isCompared(parent: SyntaxNode | undefined): boolean {
  return parent?.type === "BinaryExpression" || parent?.type === "SwitchCase";
}

function isKey(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  return parent?.type === "Property" && parent["key"] === node && parent["computed"] !== true;
}

/** True where a name is the value of a property by which an operation is asked for or audited, and no row is searched by it. */
function asks(node: SyntaxNode, parents: readonly SyntaxNode[]): boolean {
  const place = parents.findLastIndex(({ type }) => !transparent.has(type));
  const property = parents[place];
  const value = parents[place + 1] ?? node;
  if (property?.type !== "Property" || property["value"] !== value) return false;
  const isSearch = parents.some((one) => one.type === "Property" && nameOf(one) === "where");
  return ["code", "operation"].includes(nameOf(property)) && !isSearch;
}

function nameOf({ key }: SyntaxNode): string {
  return isNode(key) ? String(key["name"] ?? key["value"]) : "";
}

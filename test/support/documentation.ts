import type { SourceFile } from "./architecture.ts";
import { isNode, parseModule, type SyntaxNode } from "./imports.ts";

/** Returns file, line and name of each export without a JSDoc sentence above it; re-exports and later overloads need none. */
export function undocumentedExports({ path, text }: SourceFile): string[] {
  const { program, comments } = parseModule(path, text);
  const sentences = comments.filter(
    ({ type, value }) => type === "Block" && value.startsWith("*") && isSentence(value),
  );
  const documented = new Set<string>();
  const found: string[] = [];
  for (const node of program["body"] as SyntaxNode[]) {
    const name = exportedName(node);
    if (name === undefined || documented.has(name)) continue;
    documented.add(name);
    const hasSentence = sentences.some(
      ({ end }) =>
        end <= node.start &&
        text
          .slice(end, node.start)
          .replaceAll(/\/\/.*/g, "")
          .trim() === "",
    );
    if (!hasSentence) found.push(`${path}:${text.slice(0, node.start).split("\n").length} ${name}`);
  }
  return found;
}

function isSentence(comment: string): boolean {
  const words =
    comment
      .replaceAll(/^\s*\*+/gm, "")
      .split(/(?:^|\s)@/)[0]
      ?.trim() ?? "";
  return /\w.*[.!?:)`]$/s.test(words);
}

function exportedName(node: SyntaxNode): string | undefined {
  if (node.type === "ExportDefaultDeclaration") return "default";
  if (node.type !== "ExportNamedDeclaration" || !isNode(node["declaration"])) return undefined;
  const declaration = node["declaration"];
  const named = isNode(declaration["id"])
    ? declaration
    : (declaration["declarations"] as SyntaxNode[] | undefined)?.[0];
  const id = named?.["id"] as SyntaxNode | undefined;
  return typeof id?.["name"] === "string" ? id["name"] : `at ${node.start}`;
}

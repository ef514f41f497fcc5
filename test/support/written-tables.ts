import { posix } from "node:path";

import type { SourceFile } from "./architecture.ts";
import { isNode, parseModule, type SyntaxNode, walk } from "./imports.ts";

/** One declaration at the top of a file: the tables that it writes, and the names that it uses. */
interface Declaration {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  /** Tables whose rows it adds, saves or removes; `?` for one that is named elsewhere. */
  readonly writes: ReadonlySet<string>;
  /** Texts in it: a table may be among them. */
  readonly texts: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly isOperation: boolean;
}

/** An operation as it stands in its file, and the tables that it writes, directly or through other code. */
export interface WritingOperation {
  readonly path: string;
  readonly constant: string;
  readonly text: string;
  readonly tables: ReadonlySet<string>;
}

const writers: ReadonlySet<string> = new Set(["add", "save", "remove"]);

/** Returns the operations of files with the tables that they write, directly or through any name that they use. */
export function writingOperations(files: readonly SourceFile[]): readonly WritingOperation[] {
  const modules = new Map(files.map((file) => [file.path, moduleOf(file)]));
  const find = (path: string, name: string): Declaration | undefined => {
    const module = modules.get(path);
    const imported = module?.imports.get(name);
    return imported === undefined ? module?.declarations.get(name) : find(imported.path, imported.name);
  };
  const reached = (from: Declaration): Set<Declaration> => {
    const seen = new Set([from]);
    for (const { path, names } of seen)
      for (const name of names) {
        const next = find(path, name);
        if (next !== undefined) seen.add(next);
      }
    return seen;
  };
  const writesOf = (declaration: Declaration): readonly string[] => {
    if (!declaration.writes.has(elsewhere)) return [...declaration.writes];
    const near = [...declaration.names].flatMap((name) => [...(find(declaration.path, name)?.texts ?? [])]);
    return [...declaration.writes, ...declaration.texts, ...near];
  };
  const all = [...modules.values()].flatMap(({ declarations }) => [...declarations.values()]);
  return all
    .filter(({ isOperation }) => isOperation)
    .map((operation) => ({
      path: operation.path,
      constant: operation.name,
      text: operation.text,
      tables: new Set([...reached(operation)].flatMap(writesOf)),
    }));
}

/** Stands for a table that is not named in the call that writes its rows. */
const elsewhere = "?";

interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

function moduleOf({ path, text }: SourceFile): Module {
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, { path: string; name: string }>();
  for (const statement of parseModule(path, text).program["body"] as SyntaxNode[]) {
    if (statement.type === "ImportDeclaration") addImports(path, statement, imports);
    const declared = isNode(statement["declaration"]) ? statement["declaration"] : statement;
    for (const [name, node] of namedIn(declared)) declarations.set(name, declarationOf({ path, text }, name, node));
  }
  return { declarations, imports };
}

function addImports(path: string, statement: SyntaxNode, imports: Map<string, { path: string; name: string }>): void {
  const specifier = (statement["source"] as { readonly value: string }).value;
  const to = specifier.startsWith("#") ? specifier.slice(1) : posix.join(posix.dirname(path), specifier);
  for (const { local, imported } of statement["specifiers"] as Record<string, { name: string } | undefined>[])
    if (local && imported) imports.set(local.name, { path: to, name: imported.name });
}

function namedIn(node: SyntaxNode): readonly (readonly [string, SyntaxNode])[] {
  if (node.type === "FunctionDeclaration") return [[(node["id"] as { readonly name: string }).name, node]];
  if (node.type !== "VariableDeclaration") return [];
  return (node["declarations"] as SyntaxNode[]).flatMap((declarator) => {
    const { name } = declarator["id"] as { readonly name?: string };
    return name === undefined ? [] : [[name, declarator] as const];
  });
}

function declarationOf({ path, text }: SourceFile, name: string, node: SyntaxNode): Declaration {
  const [writes, texts, names] = [new Set<string>(), new Set<string>(), new Set<string>()];
  walk(node, (inner) => {
    if (inner.type === "Identifier") names.add(inner["name"] as string);
    if (inner.type === "Literal" && typeof inner["value"] === "string") texts.add(inner["value"]);
    const table = inner.type === "CallExpression" ? writtenTable(inner) : undefined;
    if (table !== undefined) writes.add(table);
  });
  const { start, end } = node as SyntaxNode & { readonly end: number };
  const slice = text.slice(start, end);
  return {
    path,
    name,
    text: slice,
    writes,
    texts,
    names,
    isOperation: /^\w+(?::[^=]+)? = defineOperation[<(]/.test(slice),
  };
}

/** Returns the table of a call that writes a row; undefined for any other call. */
function writtenTable({ callee, arguments: given }: SyntaxNode): string | undefined {
  if (!isNode(callee) || !isNode(callee["object"]) || !isNode(callee["property"])) return undefined;
  const { object, property } = callee as unknown as { readonly object: SyntaxNode; readonly property: SyntaxNode };
  const { name } = isNode(object["property"]) ? object["property"] : object;
  if (name !== "store" || !writers.has(String(property["name"]))) return undefined;
  const [first] = given as { readonly value?: unknown }[];
  return typeof first?.value === "string" ? first.value : elsewhere;
}

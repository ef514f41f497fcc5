import { builtinModules } from "node:module";
import { posix } from "node:path";

import { workshops } from "./architecture-table.ts";
import { roomOf, type SourceFile } from "./architecture.ts";
import { importsOf } from "./imports.ts";

/** An import of a file of the product, and its target. */
export interface ProductImport {
  readonly from: string;
  readonly line: number;
  readonly typeOnly: boolean;
  /** True if the module is loaded when the line is reached, not with the importing module. */
  readonly later: boolean;
  /** A path from the root of the project, a package, a module of Node without `node:`, or "unknown" if it is only known at run time. */
  readonly to: { readonly kind: "file" | "package" | "node" | "unknown"; readonly name: string };
}

const known = new WeakMap<readonly SourceFile[], readonly ProductImport[]>();

/** Returns every import of the product, without tests and workshops; the same list of files is read once. */
export function productImports(files: readonly SourceFile[]): readonly ProductImport[] {
  const imports = known.get(files) ?? read(files);
  known.set(files, imports);
  return imports;
}

function read(files: readonly SourceFile[]): ProductImport[] {
  return files
    .filter(({ path }) => !path.endsWith(".test.ts") && path.includes("/") && !workshops.includes(roomOf(path)))
    .flatMap(({ path, text }) =>
      importsOf(path, text).map(({ specifier, typeOnly, later, line }) => ({
        from: path,
        line,
        typeOnly,
        later,
        to: targetOf(path, specifier),
      })),
    );
}

function targetOf(path: string, specifier: string | undefined): ProductImport["to"] {
  if (specifier === undefined) return { kind: "unknown", name: "" };
  if (specifier.startsWith("#")) return { kind: "file", name: specifier.slice(1) };
  if (specifier.startsWith(".")) return { kind: "file", name: posix.join(posix.dirname(path), specifier) };
  const parts = specifier.replace(/^node:/, "").split("/");
  if (specifier.startsWith("node:") || builtinModules.includes(specifier))
    return { kind: "node", name: parts[0] ?? "" };
  return { kind: "package", name: parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/") };
}

import type { SourceFile } from "./architecture.ts";
import { productImports } from "./product-imports.ts";

/** Modules that a process has loaded before it does anything. */
export interface LoadedModules {
  /** Files of the product. */
  readonly files: ReadonlySet<string>;
  /** Packages that these files import, in alphabetical order. */
  readonly packages: readonly string[];
}

/** Follows the imports that are loaded with some files; those that are loaded when a line is reached are left out. */
export function loadedModules(sources: readonly SourceFile[], entries: readonly string[]): LoadedModules {
  const byFile = Map.groupBy(
    productImports(sources).filter(({ typeOnly, later }) => !typeOnly && !later),
    ({ from }) => from,
  );
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { to } of byFile.get(file) ?? []) {
      if (to.kind === "file") files.add(to.name);
      if (to.kind === "package") packages.add(to.name);
    }
  }
  return { files, packages: [...packages].toSorted() };
}

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { SourceFile } from "./architecture.ts";

/** Root folder of the project. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const passedOver = new Set(["node_modules", "build", "dist", "data", "coverage"]);
/** Generated from the declarations of the API; only the compiler reads them. */
const written = new Set(["web/api/calls.ts", "web/api/model.ts"]);

/** Returns every TypeScript and JavaScript file of the project with its text. */
export function readSourceFiles(): SourceFile[] {
  const paths: string[] = [];
  collect("", paths);
  return paths.map((path) => ({ path, text: readFileSync(join(projectRoot, path), "utf8") }));
}

function collect(folder: string, paths: string[]): void {
  for (const entry of readdirSync(join(projectRoot, folder), { withFileTypes: true })) {
    if (entry.name.startsWith(".") || passedOver.has(entry.name)) continue;
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) collect(path, paths);
    else if (/\.(ts|tsx|mjs|js)$/.test(entry.name) && !written.has(path)) paths.push(path);
  }
}

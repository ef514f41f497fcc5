import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Operation } from "#operations/define-operation.ts";

import { projectRoot, readSourceFiles } from "./source-files.ts";

/** Every operation that a file of `operations/` exports, once. */
export async function allOperations(): Promise<readonly Operation[]> {
  const paths = readSourceFiles()
    .map(({ path }) => path)
    .filter((path) => path.startsWith("operations/") && !/\.(test|fixture)\.ts$/.test(path));
  const modules = await Promise.all(
    paths.map((path) => import(pathToFileURL(join(projectRoot, path)).href) as Promise<object>),
  );
  return [...new Set(modules.flatMap((module) => Object.values(module) as unknown[]))].filter(isOperation);
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "callers" in value && "policies" in value;
}

import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Operation } from "#operations/kernel/define-operation.ts";

import { projectRoot, readSourceFiles } from "./source-files.ts";

/** Returns every operation that a file of `operations/` exports, without duplicates. */
export async function allOperations(): Promise<readonly Operation[]> {
  return [...new Set((await exportedOperations()).values())];
}

/** Returns the operations by the names under which files of `operations/` export them. */
export async function exportedOperations(): Promise<ReadonlyMap<string, Operation>> {
  const paths = readSourceFiles()
    .map(({ path }) => path)
    .filter((path) => path.startsWith("operations/") && !/\.(test|fixture)\.ts$/.test(path));
  const modules = await Promise.all(
    paths.map((path) => import(pathToFileURL(join(projectRoot, path)).href) as Promise<object>),
  );
  const exported = modules.flatMap((module) => Object.entries(module) as [string, unknown][]);
  return new Map(exported.filter((entry): entry is [string, Operation] => isOperation(entry[1])));
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "callers" in value && "policies" in value;
}

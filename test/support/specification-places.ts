import { allRoutes } from "#api/all-routes.ts";
import { loadCommands } from "#bin/command-groups.ts";
import { createProgram } from "#bin/program.ts";
import { runQuery } from "#operations/read/query.ts";
import { variableOf } from "#platform/settings/setting-definition.ts";
import { allSettings } from "#platform/settings/setting-values.ts";

import { leavesOf, nameOf } from "../../tools/command-pages.ts";
import { allOperations } from "./all-operations.ts";
import { readSourceFiles } from "./source-files.ts";

/** Returns every place of the service that a row of the specification may name, with the operations that a route runs. */
export async function specificationPlaces(): Promise<ReadonlyMap<string, readonly string[]>> {
  const operations = await allOperations();
  // The policy of a route is the last one of its operation; a route without an operation of its own is read by the common query.
  const runs = ({ method, policy }: { method: string; policy: string | null }) => {
    if (policy === null) return [];
    const own = operations.filter(({ policies }) => policies.at(-1)?.name === policy).map(({ name }) => name);
    return own.length === 0 && method === "GET" ? [runQuery.name] : own;
  };
  return new Map<string, readonly string[]>([
    ...allRoutes.map((route) => [`${route.method} ${route.path}`, runs(route)] as const),
    ...operationNames().map((name) => [name, []] as const),
    ...allSettings.map(([, definition]) => [variableOf(definition), []] as const),
    ...leavesOf(createProgram(await loadCommands())).map((command) => [nameOf(command), []] as const),
  ]);
}

// Includes those that no file exports, because a function beside them calls them.
function operationNames(): string[] {
  return readSourceFiles()
    .filter(({ path, text }) => path.startsWith("operations/") && text.includes("defineOperation"))
    .flatMap(({ text }) => [...text.matchAll(/\bname: "([a-zA-Z]+\.[a-zA-Z]+)"/g)].map(([, name = ""]) => name));
}

import { expect, test } from "vitest";

import { chunkNames } from "./chunk-names.ts";

test("a module is in the chunk of the processes that load it at their start, and one that none loads has no chunk", () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    api: ["routes", "store"],
    hub: ["worker", "store"],
    routes: ["store"],
    store: ["errors"],
    errors: ["store"],
    later: ["errors"],
  };
  const names = chunkNames({ api: ["api"], hub: ["hub"] }, (id) => imports[id] ?? []);
  expect(Object.fromEntries(names)).toEqual({
    api: "api",
    routes: "api",
    hub: "hub",
    worker: "hub",
    store: "api-hub",
    errors: "api-hub",
  });
});

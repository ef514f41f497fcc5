import { expect, it } from "vitest";

import { nodeVersionProblem } from "./node-version.ts";

// @specification 9.runtime
it.each(["24.18.0", "24.21.0", "25.0.0", "26.1.0-nightly", process.versions.node])("Node %s fits", (version) => {
  expect(nodeVersionProblem(version)).toBeUndefined();
});

// @specification 9.runtime
it.each(["8.0.0", "18.20.4", "22.12.0", "24.9.0", "24.17.9"])("Node %s is too old", (version) => {
  expect(nodeVersionProblem(version)).toBe(`Node ${version} is too old: use 24.18 or newer.`);
});

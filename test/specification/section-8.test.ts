import { afterAll, beforeAll, expect, it } from "vitest";

import { expandDepthMax } from "#domain/limits.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

function expand(levels: number, level = 1): string {
  const inner = level === levels ? "" : `(${expand(levels, level + 1)})`;
  return `$expand=${level % 2 === 1 ? "targetSystems" : "targetGroupDetails"}${inner}`;
}

// @specification 8.expand-depth
it("maximum REST $expand depth: 5", async () => {
  const read = (levels: number) => api.send("GET", `/v2/targetGroups?${expand(levels)}`, { as: "root" });
  expect(expandDepthMax).toBe(5);
  for (let levels = 1; levels <= 5; levels++) expect((await read(levels)).status).toBe(200);
  const { status, json } = await read(6);
  expect([status, json.error.code]).toEqual([400, "EXPAND_TOO_DEEP"]);
  expect(json.error.message).toContain("5");
});

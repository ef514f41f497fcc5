import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { projectRoot } from "../support/source-files.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it("docs/endpoints.md names every route that the routers have, and no other", () => {
  const page = readFileSync(join(projectRoot, "docs/endpoints.md"), "utf8");
  const named = [...page.matchAll(/^\| (GET|POST|PATCH|DELETE) \| `(\S+)` \|/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  // The library's routes for operations are listed in docs/doors.md.
  const routes = api.routes.filter(
    ({ path, policy, session }) => session === undefined || policy === null || path === "/idapi/logout",
  );
  expect(named.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
});

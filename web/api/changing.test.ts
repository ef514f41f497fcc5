import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { readAnew } from "./changing.ts";
import { showsSet } from "./forget-removed.ts";
import { pathOf } from "./path.ts";

it.each([
  ["/v2/requests", true],
  ["/v2/requests/waitingForMe", true],
  ["/v2/requests(5b1f)", true],
  ["/v2/requests(5b1f)/events", true],
  ["/v2/users(5b1f)/requests", true],
  ["/v2/targetSystems('a/b')/requests?$top=5", true],
  ["/v2/requestsOfOthers", false],
  ["/v2/users", false],
  ["/v2/targetSystems('/requests')", false],
  [undefined, false],
])("what was read at %s shows requests: %s", (path, isShown) => {
  expect(showsSet(path, "/v2/requests")).toBe(isShown);
});

it("has every list of a set read anew, however it is reached, and no other", async () => {
  const client = new QueryClient();
  const paths = [pathOf("requests/waitingForMe"), pathOf("requests()/events", "5b1f"), pathOf("users")];
  for (const path of paths) client.setQueryData([path, "page"], {});
  await readAnew(client, pathOf("requests"));
  expect(paths.map((path) => client.getQueryState([path, "page"])?.isInvalidated)).toEqual([true, true, false]);
});

it("is the only way in which pages have a set read anew: a key alone would leave out lists that are reached otherwise", () => {
  const web = fileURLToPath(new URL("..", import.meta.url));
  const others = globSync("**/*.{ts,tsx}", { cwd: web })
    .filter((file) => !file.startsWith("dist/") && !file.endsWith(".test.ts"))
    .filter((file) => /(?:invalidate|remove)Queries\(\{ queryKey/.test(readFileSync(`${web}${file}`, "utf8")));
  expect(others).toEqual([]);
});

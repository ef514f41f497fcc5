import { expect, it } from "vitest";

import { areaOf } from "./areas.ts";
import { everyRoute } from "./every-route.fixture.ts";

it("knows every page", () => {
  expect(everyRoute.length).toBeGreaterThan(55);
});

it.each(everyRoute)("finds the page $path in the area $area", ({ path, area }) => {
  expect(areaOf(`/${path}`)).toBe(area);
});

it("finds nothing where there is no page", () => {
  for (const path of ["/", "", "/nothing", "/constructor", "people"]) expect(areaOf(path)).toBeUndefined();
});

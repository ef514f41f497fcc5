import { expect, it } from "vitest";

import { areaOf } from "./areas.ts";

interface Routes {
  readonly routes: readonly { readonly path?: string }[];
}

const files = import.meta.glob<Routes>(["./*.ts", "!./areas*.ts", "!./router.ts"], { eager: true });
const pages = Object.entries(files).flatMap(([file, { routes }]) =>
  routes.map(({ path = "" }) => [path, file.slice("./".length, -".ts".length)] as const),
);

it("knows every page", () => {
  expect(pages.length).toBeGreaterThan(55);
});

it.each(pages)("finds the page %s in the area %s", (path, area) => {
  expect(areaOf(`/${path}`)).toBe(area);
});

it("finds nothing where there is no page", () => {
  for (const path of ["/", "", "/nothing", "/constructor", "people"]) expect(areaOf(path)).toBeUndefined();
});

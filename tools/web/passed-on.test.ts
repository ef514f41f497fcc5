import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { reactRoutes } from "#api/react/routes.ts";

import { passedOn } from "./passed-on.ts";

const webFolder = fileURLToPath(new URL("../../web/", import.meta.url));

/** How Vite finds what is passed on; it does so before it looks for a file of its own. */
const isPassedOn = (address: string) =>
  passedOn.some((key) => (key.startsWith("^") ? new RegExp(key, "u").test(address) : address.startsWith(key)));

it("passes no module of the pages on to the service", () => {
  const files = readdirSync(webFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join("/react", join(parentPath, name).slice(webFolder.length)));
  expect(files).toContain("/react/session/session-ends.tsx");
  expect(files.flatMap((file) => [file, `${file}?t=1`, `/react/@fs${file}`]).filter(isPassedOn)).toEqual([]);
});

describe("the session of the browser", () => {
  const addresses = reactRoutes
    .map(({ path }) => path.replace("{attempt}", "aZ09_-aZ09"))
    .filter((path) => path.startsWith("/react/session"));

  it("is known by its routes", () => {
    expect([...new Set(addresses)]).toEqual(["/react/session", "/react/session/aZ09_-aZ09"]);
  });

  it.each(addresses.flatMap((address) => [address, `${address}?a=b`]))("is passed on at %s", (address) => {
    expect(isPassedOn(address)).toBe(true);
  });
});

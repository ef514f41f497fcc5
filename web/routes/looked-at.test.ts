import { matchPath } from "react-router";
import { expect, it } from "vitest";

import { everyPage, pagesOf } from "#test/web/support/looked-at.ts";

import type { TargetSection } from "../paths.ts";
import { everyRoute } from "./every-route.fixture.ts";

const systemTests = Object.values(
  import.meta.glob<string>("../../test/web/*.system.test.ts", { query: "?raw", import: "default", eager: true }),
).join("\n");
const addresses = everyPage.map(({ at }) => `/${at.replaceAll(/[{}]/g, "")}`);
const sections = {
  address: true,
  logins: true,
  attributes: true,
  phases: true,
  implementers: true,
  discovery: true,
  senders: true,
  accounts: true,
  groups: true,
} as const satisfies Readonly<Record<TargetSection, true>>;

it.each(everyRoute)("axe looks at the page $path", ({ path }) => {
  expect(addresses.filter((address) => matchPath(`/${path}`, address) !== null)).not.toEqual([]);
});

it("axe looks at each section of a target system", () => {
  const looked = pagesOf("targets").map(({ at }) => at);
  expect(Object.keys(sections).filter((section) => !looked.includes(`targets/{target}/${section}`))).toEqual([]);
});

it("axe looks at no page that is not there", () => {
  const isThere = (address: string) => everyRoute.some(({ path }) => matchPath(`/${path}`, address) !== null);
  expect(addresses.filter((address) => !isThere(address))).toEqual([]);
});

it("every page of the table is looked at by a test", () => {
  const named = new Set(everyPage.map(({ together }) => together));
  expect([...named].filter((together) => !systemTests.includes(`pagesOf("${together}")`))).toEqual([]);
});

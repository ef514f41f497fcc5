import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { allocatorEnvironment, nodeOptions } from "./node-options.ts";

test("a program that is started by its name is started with the same options and environment", () => {
  const program = readFileSync(new URL("../../bin/gatehouse.ts", import.meta.url), "utf8");
  const environment = Object.entries(allocatorEnvironment).map(([name, value]) => `${name}=${value}`);
  expect(program.split("\n", 1)).toEqual([`#!/usr/bin/env -S ${[...environment, "node", ...nodeOptions].join(" ")}`]);
});

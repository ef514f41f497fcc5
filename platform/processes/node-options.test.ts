import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { nodeOptions } from "./node-options.ts";

test("a program that is started by its name is started with the same options", () => {
  const program = readFileSync(new URL("../../bin/gatehouse.ts", import.meta.url), "utf8");
  expect(program.split("\n", 1)).toEqual([`#!/usr/bin/env -S node ${nodeOptions.join(" ")}`]);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { type NodePins, readNodePins, withTold, writeNodePins } from "./node-pins.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-pins-"));
afterAll(() => rmSync(folder, { recursive: true }));

const keyOf = (letter: string) => letter.repeat(43);
const pins: NodePins = { home: "n1", nodes: { n1: { signingKey: keyOf("a"), isExpelled: false } } };

test("are there again after a start, and none are before the home has told any", () => {
  expect(readNodePins(folder)).toBeUndefined();
  writeNodePins(folder, pins);
  expect(readNodePins(folder)).toEqual(pins);
});

test("get the nodes that a pinned one tells of, and keep the keys that they have", () => {
  const told = withTold(pins, {
    name: "n1",
    nodes: [
      { name: "n1", state: "active", signingKey: keyOf("x") },
      { name: "n2", state: "active", signingKey: keyOf("b") },
    ],
  });
  expect(told.nodes).toEqual({
    n1: { signingKey: keyOf("a"), isExpelled: false },
    n2: { signingKey: keyOf("b"), isExpelled: false },
  });
});

test("keep an expelled node expelled, whatever is told later", () => {
  const node = (state: "expelled" | "active") => [{ name: "n2", state, signingKey: keyOf("b") }];
  const expelled = withTold(pins, { name: "n1", nodes: node("expelled") });
  expect(expelled.nodes["n2"]?.isExpelled).toBe(true);
  expect(withTold(expelled, { name: "n1", nodes: node("active") }).nodes["n2"]?.isExpelled).toBe(true);
});

test("that are none are refused, with the way out", () => {
  writeFileSync(join(folder, "proxy-nodes.json"), "{}");
  expect(() => readNodePins(folder)).toThrow(/Restore it, or remove it/);
});

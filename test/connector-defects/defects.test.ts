import { expect, test } from "vitest";

import { type Connector, defineConnector, type KitResult, kitRules, runKit } from "#connectors/contract/index.ts";

import { defects } from "./defects.ts";
import { healthy, start } from "./healthy.ts";

const defectsMin = 10;

async function resultsOf(connector: Connector): Promise<KitResult[]> {
  const target = await start();
  const results: KitResult[] = [];
  for await (const result of runKit(connector, target)) results.push(result);
  await target.stop();
  return results;
}

test("the healthy connector keeps every rule, and each applies to it", async () => {
  const results = await resultsOf(healthy);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  // Its directory refuses filters, which is an answer, and keeps everything else.
  expect(results.filter(({ leftOut }) => leftOut)).toEqual([]);
  expect(results.map(({ rule }) => rule)).toEqual(kitRules.map(({ name }) => name));
});

test(`there are ${defectsMin} defects at least, each for a rule of its own`, () => {
  expect(defects.length).toBeGreaterThanOrEqual(defectsMin);
  expect(new Set(defects.map(({ rule }) => rule)).size).toBe(defects.length);
});

test.each(defects)("$flaw: the kit says so by the name of the rule", async ({ rule, definition }) => {
  const results = await resultsOf(defineConnector({ ...healthy.definition, ...definition }));
  const failed = results.filter(({ ok }) => !ok);
  expect(failed.map((result) => result.rule)).toEqual([rule]);
  expect(failed[0]?.message).not.toBe("");
});

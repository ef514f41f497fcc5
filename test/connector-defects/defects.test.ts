import { expect, test } from "vitest";

import {
  type Connector,
  ConnectorError,
  defineConnector,
  type KitResult,
  kitRules,
  runKit,
} from "#connectors/contract/index.ts";

import { defects } from "./defects.ts";
import { groupsAttribute } from "./directory.ts";
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

test("the values that the rules write are the author's, where the target takes only some", async () => {
  const taken = ["10", "20", "30"] as const;
  const refuse = (values: readonly unknown[]) => {
    const stranger = values.find((value) => !taken.some((one) => one === value));
    if (stranger !== undefined) throw new ConnectorError("invalidValue", `It takes ${taken.join(", ")} only.`);
  };
  const { operations } = healthy.definition;
  const choosy = defineConnector({
    ...healthy.definition,
    operations: {
      ...operations,
      async update(session, request, call) {
        const plain = request.deltas.filter(({ attr }) => attr !== groupsAttribute);
        for (const { replace = [], add = [] } of plain) refuse([...replace, ...add]);
        return operations.update?.(session, request, call) ?? request.ref;
      },
    },
  });
  const refused = async (values?: typeof taken) => {
    const target = await start();
    const results: KitResult[] = [];
    const samples = { ...target.samples, ...(values && { values }) };
    for await (const result of runKit(choosy, { ...target, samples })) results.push(result);
    await target.stop();
    return results.filter(({ ok }) => !ok).map(({ rule }) => rule);
  };
  expect(await refused()).toContain("update replaces, adds and removes values, and a repeat of it succeeds");
  expect(await refused(taken)).toEqual([]);
});

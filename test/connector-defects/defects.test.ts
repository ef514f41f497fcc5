import { expect, test } from "vitest";

import {
  type Connector,
  ConnectorError,
  defineConnector,
  type KitResult,
  kitRules,
  type KitSamples,
  runKit,
} from "#connectors/contract/index.ts";

import { flawed, good, type Ready } from "./defect.ts";
import { defects as firstDefects } from "./defects.ts";
import { failuresMax, groupsAttribute } from "./directory.ts";
import { healthy, start } from "./healthy.ts";
import { interruptedDefects } from "./interrupted-defects.ts";
import { listingDefects } from "./listing-defects.ts";
import { narrow } from "./narrow.ts";
import { objectDefects } from "./object-defects.ts";

const defects = [...firstDefects, ...objectDefects, ...listingDefects, ...interruptedDefects];

async function resultsOf(connector: Connector, more: KitSamples = {}): Promise<KitResult[]> {
  const target = await start();
  const samples = { ...target.samples, ...more };
  const results: KitResult[] = [];
  for await (const result of runKit(connector, { ...target, samples })) results.push(result);
  await target.stop();
  return results;
}

test.each([
  ["the healthy connector", healthy],
  ["the one whose attributes have one value each", narrow],
])("%s keeps every rule, and each applies to it", async (_, connector) => {
  const results = await resultsOf(connector);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  // Its directory refuses filters, which is an answer, and keeps every other rule.
  expect(results.filter(({ leftOut }) => leftOut)).toEqual([]);
  expect(results.map(({ rule }) => rule)).toEqual(kitRules.map(({ name }) => name));
});

test("each flaw is another one, and each rule that is named is one of the kit", () => {
  expect(new Set(defects.map(({ flaw }) => flaw)).size).toBe(defects.length);
  const named = defects.flatMap(({ rule, also = [] }) => [rule, ...also]);
  expect(named.filter((rule) => !kitRules.some(({ name }) => name === rule))).toEqual([]);
});

test("a connector that says that its target hides members keeps every rule, and what cannot be compared is left out", async () => {
  const members: Ready["members"] = async function* members(...call) {
    for await (const { items, ...page } of good.members(...call))
      yield { ...page, items: items.slice(0, 1), hidden: true };
  };
  const list: Ready["list"] = async function* list(...call) {
    for await (const { items, ...page } of good.list(...call))
      yield { ...page, items: items.map(({ members: _members, ...one }) => one) };
  };
  const results = await resultsOf(defineConnector({ ...healthy.definition, ...flawed({ members, list }) }));
  const noted = results.filter(({ ok, leftOut }) => !ok || leftOut).map(({ ok, message }) => [ok, message]);
  expect(new Set(noted.map(String))).toEqual(
    new Set(["true,the target hides members", "true,its listing gives no members with a group"]),
  );
});

// They wait more than they work.
test.concurrent.each(defects)(
  "$flaw: the kit says so by the name of the rule",
  async ({ rule, also = [], ...defect }) => {
    const { definition } = defect.of ?? healthy;
    const results = await resultsOf(defineConnector({ ...definition, ...defect.definition }), defect.samples);
    const failed = results.filter(({ ok }) => !ok);
    expect(failed.map((result) => result.rule).toSorted()).toEqual([rule, ...also].toSorted());
    expect(failed.filter(({ message }) => message === "")).toEqual([]);
  },
);

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
    const { weakPassword = "", command = "" } = target.samples ?? {};
    const samples = { weakPassword, failuresMax, command, ...(values && { values }) };
    for await (const result of runKit(choosy, { ...target, samples })) results.push(result);
    await target.stop();
    return results.filter(({ ok }) => !ok).map(({ rule }) => rule);
  };
  expect(await refused()).toContain("update replaces, adds and removes values, and a repeat of it succeeds");
  expect(await refused(taken)).toEqual([]);
});

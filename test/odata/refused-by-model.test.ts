import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

import { refusedByModel, rules } from "./rule-tables.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

/** Returns the address for a text of a rule: an expression becomes a filter, all others are addresses themselves. */
function addressOf(rule: string, text: string): string {
  return `/v2/${rule.endsWith("Expr") ? `accounts?$filter=${encodeURIComponent(text)}` : text}`;
}

test.each(refusedByModel)("$rule: the model of the service refuses $text", async ({ rule, text }) => {
  const { status, json } = await api.send("GET", addressOf(rule, text), { as: "root" });
  expect([400, 404, 501]).toContain(status);
  expect(json.error).toMatchObject({
    code: expect.stringMatching(/^[A-Z][A-Z_]+$/),
    message: expect.stringMatching(/\S/),
  });
});

test("grammar and model together refuse nearly all negative cases", () => {
  const refused = rules.flatMap(([, cases]) => cases.refused ?? []);
  expect(refusedByModel).toHaveLength(12);
  expect(refused.length + refusedByModel.length).toBeGreaterThanOrEqual(40);
});

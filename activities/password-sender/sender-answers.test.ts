import { expect, test } from "vitest";

import { readJudgement, readReportAnswer, readSettings } from "./sender-answers.ts";

const settings = {
  time: 1,
  whileAway: "refuse",
  receivingKey: { kty: "OKP", crv: "X25519", x: "A".repeat(43) },
  series: null,
  through: 0,
  helloMs: 300_000,
};
const text = (changes: object = {}) => JSON.stringify({ ...settings, ...changes });

test("answers of the service are read, also those that have more than a sender knows", () => {
  expect(readSettings(text({ more: 1 }))).toEqual(settings);
  expect(readJudgement(text({ verdict: "refuse", messages: [{ rule: "r", message: "m" }] }))).toMatchObject({
    verdict: "refuse",
    messages: [{ message: "m" }],
  });
  expect(readReportAnswer(text({ number: 3, outcome: "later than this program" }), 3)).toMatchObject({ number: 3 });
});

test.each([
  ["a page of something between", "<html>Sign in</html>"],
  ["nothing", ""],
  ["an empty object", "{}"],
  ["a list", "[]"],
  ["another choice", text({ whileAway: "perhaps" })],
  ["a key of another kind", text({ receivingKey: { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) } })],
  ["no pause between calls", text({ helloMs: 0 })],
  ["a pause that no timer can keep", text({ helloMs: 3e9 })],
  ["a number of changes that is none", text({ through: null })],
])("%s is not taken for settings", (_, answer) => {
  expect(() => readSettings(answer)).toThrow("none of the service");
});

test("settings alone are neither a judgement nor the answer to a report, and an answer is about its report", () => {
  expect(() => readJudgement(text())).toThrow("none of the service");
  expect(() => readReportAnswer(text(), 1)).toThrow("none of the service");
  expect(() => readReportAnswer(text({ number: 2, outcome: "recorded" }), 1)).toThrow("about change 2");
});

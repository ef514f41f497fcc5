import { expect, it } from "vitest";

import { answerText } from "./answer-text.ts";

const long = Array.from({ length: 100 }, (_, index) => ({ index, text: `"${index}"`, at: new Date(index) }));

it.each<unknown>([
  null,
  "text",
  7,
  [],
  long,
  {},
  { a: 1, b: undefined, c: () => 1, d: null },
  { value: [] },
  { "@odata.count": 100, value: long, left: undefined, "@odata.nextLink": "x" },
  { a: long, b: [undefined, ...long, null], 'q"': long.map(({ text }) => text), d: new Date(0) },
  { nested: { value: long } },
  { value: [undefined, { a: 1, rows: long, b: 2 }, null, { rows: [{ rows: long }] }, ...long, { rows: long }] },
  { toJSON: () => "itself", value: long },
])("is what JSON.stringify gives: %#", async (body) => {
  expect(await answerText(body)).toBe(JSON.stringify(body));
});

it("is there at once where it is short", () => {
  expect(answerText({ value: [1, 2, 3] })).toBe('{"value":[1,2,3]}');
});

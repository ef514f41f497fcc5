import { expect, test } from "vitest";

import { guidSeries } from "#domain/guid-series.ts";

import { type StagedValue, valuesOf, valuesText } from "./value-texts.ts";

const next = guidSeries(Date.UTC(2026, 10, 21), "0f8fad5b-d9cb-469f-a165-70867728950e");
const objectKey = next();

test("a text gives back the values with their keys", () => {
  const values: StagedValue[] = [
    ["mail", 0, "a@example.test", next()],
    ["mail", 11, "", next()],
    ['a"b\\c:d', 0, 'line\nbreak "é😀" \\ \0', next()],
    ["1", 0, "true", next()],
  ];
  const text = valuesText(values);
  expect(valuesOf(text, objectKey)).toEqual(
    values.map(([name, sequence, value, key]) => ({ key, name, sequence, value })),
  );
});

test("an object without values has an empty text, by which a load knows it", () => {
  expect(valuesText([])).toBe("{}");
  expect(valuesOf("{}", objectKey)).toEqual([]);
});

test("half a surrogate becomes the sign for what is no text", () => {
  expect(valuesOf(valuesText([["cn", 0, "x\ud800y", next()]]), objectKey)).toMatchObject([{ value: "x\ufffdy" }]);
});

import { expect, test } from "vitest";

import { isFlatLine } from "./flat-line.ts";

const membersMax = 5;

test.each<readonly [string, string, boolean]>([
  ["an object of objects", '{"a":{"b":1},"c":"[{,"}', true],
  ["an escaped quote", String.raw`{"a":"\"[[","b":"\\"}`, true],
  ["a list", '{"a":[1]}', false],
  ["an object that is too deep", '{"a":{"b":{"c":1}}}', false],
  ["as many members as are allowed", '{"a":1,"b":1,"c":1,"d":1,"e":1}', true],
  ["one more", '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', false],
  ["a text without an end", '{"a":"b', false],
  ["a text that ends with an escaped quote", String.raw`{"a":"b\"`, false],
])("%s", (_what, line, isFlat) => {
  expect(isFlatLine(Buffer.from(line), membersMax)).toBe(isFlat);
});

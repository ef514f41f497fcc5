import { expect, it } from "vitest";

import { timeLeft } from "./time-left.ts";

it.each([
  [-5, "0:00"],
  [0, "0:00"],
  [1, "0:01"],
  [59_001, "1:00"],
  [61_000, "1:01"],
  [3_599_000, "59:59"],
  [3_600_000, "1:00:00"],
  [604_800_000, "168:00:00"],
])("says of %d ms %s", (milliseconds, said) => {
  expect(timeLeft(milliseconds)).toBe(said);
});

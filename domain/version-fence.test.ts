import { expect, it } from "vitest";

import { admissionOf } from "./version-fence.ts";

it.each([
  [{ reader: 0, writer: 0 }, "whole"],
  [{ reader: 5, writer: 5 }, "whole"],
  [{ reader: 5, writer: 6 }, "reading"],
  [{ reader: 6, writer: 6 }, "none"],
  [{ reader: 6, writer: 0 }, "none"],
] as const)("with the fence %j a program of version 5 may do: %s", (fence, admission) => {
  expect(admissionOf(5, fence)).toBe(admission);
});

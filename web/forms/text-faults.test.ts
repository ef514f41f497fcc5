import { expect, it } from "vitest";

import { CallError } from "../base/call-error.ts";
import type { Say } from "../messages/text.ts";
import { textFaults } from "./text-faults.ts";

const say: Say = (_key, values) => Object.values(values ?? {}).join(" ");
const refused = (target: string, ...targets: string[]) =>
  new CallError(400, {
    code: "C",
    target,
    message: "whole",
    details: targets.map((one) => ({
      code: "C",
      target: one,
      message: "wrong",
    })),
  });

it("tells each place of a text, and those of other fields not", () => {
  const error = refused("condition:1:2", "condition:1:2", "condition:3:4", "policyId");
  expect(textFaults(error, "condition", say)).toBe("1 2 wrong\n3 4 wrong");
  expect(textFaults(error, "policyId", say)).toBe("wrong");
  expect(textFaults(error, "sequence", say)).toBeUndefined();
});

it("tells a fault that comes without details, and nothing of another error", () => {
  expect(textFaults(refused("condition"), "condition", say)).toBe("whole");
  expect(textFaults(new Error("away"), "condition", say)).toBeUndefined();
});

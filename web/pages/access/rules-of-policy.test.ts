import { expect, it } from "vitest";

import type { PasswordPolicy } from "../../api/model.ts";
import { rulesOf } from "./rules-of-policy.ts";

const rule = (mode: string, value: number | null = null) => ({ mode, value, message: null });

it("shows no rule that does not hold, and first those that must be kept, each by the name under which it is broken", () => {
  const policy = {
    length: {
      minLength: rule("warning", 12),
      maxLength: rule("disabled", 127),
    },
    character: { minDigits: rule("required", 1) },
    dictionary: {},
    history: {},
    custom: {},
  } as unknown as PasswordPolicy;
  expect(rulesOf(policy).map(({ target, value }) => [target, value])).toEqual([
    ["character.minDigits", 1],
    ["length.minLength", 12],
  ]);
});

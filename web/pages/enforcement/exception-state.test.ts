import { expect, it } from "vitest";

import { exceptionState } from "./exception-state.ts";

const at = (text: string) => Date.parse(text);

it("is valid until its end, and without an end for ever", () => {
  const until = "2031-07-30T00:00:00Z";
  expect(exceptionState({ until, endedAt: null }, at(until) - 1)).toBe("valid");
  expect(exceptionState({ until, endedAt: null }, at(until))).toBe("expired");
  expect(exceptionState({ until: null, endedAt: null }, at(until))).toBe("valid");
});

it("is ended, whether its end has come too or not", () => {
  const endedAt = "2031-07-01T00:00:00Z";
  for (const until of [null, "2031-07-02T00:00:00Z", "2031-12-31T00:00:00Z"])
    expect(exceptionState({ until, endedAt }, at("2031-08-01T00:00:00Z"))).toBe("ended");
});

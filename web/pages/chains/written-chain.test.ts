import { expect, it } from "vitest";

import { isDrawable, writtenChain } from "./written-chain.ts";

it("reads an object, and says why a text is none", () => {
  expect(writtenChain('{"first": "a"}')).toEqual({ chain: { first: "a" } });
  for (const text of ["[]", "null", "7"]) expect(writtenChain(text)).toEqual({ problem: "noObject" });
  for (const text of ["", "{"])
    expect(writtenChain(text)).toEqual({ problem: "noJson", said: expect.stringMatching("JSON") });
});

it.each([
  ["{}", false],
  ['{"first": "a", "steps": null}', false],
  ['{"first": "a", "steps": {"a": 1}}', false],
  ['{"first": "a", "steps": {"a": {"component": "x", "outcomes": {"passed": {}}}}}', false],
  ['{"first": "a", "steps": {"a": {"component": "x", "outcomes": {"passed": "ALLOW"}}}}', true],
  ['{"first": "a", "steps": {"a": {"component": "x"}}}', true],
])("%s can be drawn: %s", (text, can) => {
  const written = writtenChain(text);
  expect("chain" in written && isDrawable(written.chain)).toBe(can);
});

import { expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { passwordMaxBytes } from "#domain/limits.ts";

import { heldPasswordInput, passwordInput } from "./password-input.ts";

const [apart, composed] = ["pu\u0308nktlich", "p\u00fcnktlich"];
const textOf = (password: Secret) => password.use((text) => text);

it("what a person types goes on composed, as every other keyboard sends it", () => {
  expect(textOf(passwordInput.parse(new Secret(apart)))).toBe(composed);
  expect(textOf(passwordInput.parse(new Secret(composed)))).toBe(composed);
  // Letters that only look alike, blanks and width stay.
  for (const text of [" \u00a0x ", "ﬁ", "Ａ"]) expect(textOf(passwordInput.parse(new Secret(text)))).toBe(text);
});

it("what a target has already goes on as it stands", () => {
  expect(textOf(heldPasswordInput.parse(new Secret(apart)))).toBe(apart);
});

it.each([passwordInput, heldPasswordInput])("neither is empty, endless, or a text without its box", (input) => {
  expect(input.safeParse(new Secret("")).success).toBe(false);
  expect(input.safeParse(new Secret("x".repeat(passwordMaxBytes + 1))).success).toBe(false);
  expect(input.safeParse("x").success).toBe(false);
});

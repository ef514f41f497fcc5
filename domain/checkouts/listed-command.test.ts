import { describe, expect, test } from "vitest";

import { commandLineMaxCharacters, commandNameMaxCharacters } from "../checkout-limits.ts";
import { commandNamePattern, isCommandLine } from "./listed-command.ts";

describe("a listed command", () => {
  test.each(["systemctl restart nginx", "a", "printf '%s\\n' é | wc -c", "x".repeat(commandLineMaxCharacters)])(
    "%o is a line",
    (line) => expect(isCommandLine(line)).toBe(true),
  );

  test.each([
    ["empty", ""],
    ["blank", "  "],
    ["of two lines", "true\nreboot"],
    ["with a carriage return", "true\rreboot"],
    ["with a tab", "true\treboot"],
    ["with an escape", "true\u{1b}[2J"],
    ["with a character that turns the direction of writing", "true \u{202e}toober"],
    ["with a separator of lines", "true\u{2028}reboot"],
    ["with half a character", "true \ud800"],
    ["too long", "x".repeat(commandLineMaxCharacters + 1)],
  ])("a text that is %s is none", (_, line) => expect(isCommandLine(line)).toBe(false));

  test.each(["restart", "disk-usage", "v1.2_b", "9", "x".repeat(commandNameMaxCharacters)])("%o is a name", (name) =>
    expect(commandNamePattern.test(name)).toBe(true),
  );

  test.each(["", "-v", ".x", "two words", "a/b", "é", "a\n", "x".repeat(commandNameMaxCharacters + 1)])(
    "%o is none",
    (name) => expect(commandNamePattern.test(name)).toBe(false),
  );
});

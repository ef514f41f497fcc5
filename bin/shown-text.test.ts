import { expect, it } from "vitest";

import { showSteering, shownText } from "./shown-text.ts";

it.each([
  ["plain  text\twith Müller, 李 and 👩‍💻\n", "plain  text\twith Müller, 李 and 👩‍💻\n"],
  ["\u001b[2Jgone", "\\u001b[2Jgone"],
  ["\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
  ["\u009b31mred", "\\u009b31mred"],
  ["over\rwritten", "over\\u000dwritten"],
  ["back\b\u007f", "back\\u0008\\u007f"],
  ["abc\u202efed\u2066", "abc\\u202efed\\u2066"],
  ["\u0000", "\\u0000"],
])("shows %j as %j", (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

it("leaves JSON the same text", () => {
  const value = { name: "\u001b[2J\u009b\u202e\r" };
  expect(JSON.parse(shownText(JSON.stringify(value)))).toEqual(value);
});

it("a console shows it in all that it prints, until that ends", () => {
  const printed: unknown[][] = [];
  const printing = {
    log: (...words: unknown[]) => void printed.push(words),
    error: (...words: unknown[]) => void printed.push(words),
  };
  const end = showSteering(printing);
  printing.log("\u001b[2J", 1);
  printing.error("\u001b[2J");
  end();
  printing.log("\u001b[2J");
  expect(printed).toEqual([["\\u001b[2J", 1], ["\\u001b[2J"], ["\u001b[2J"]]);
});

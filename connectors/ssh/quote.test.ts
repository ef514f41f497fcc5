import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { commandLine, quote } from "./quote.ts";

const hostile = [
  "",
  " ",
  "'",
  "''",
  `'"'"'`,
  "$(id)",
  "`id`",
  "${HOME}",
  "; id #",
  "&& id",
  "|| id",
  "> /dev/null",
  "a\nb",
  "a\\",
  "\\'",
  "*",
  "?",
  "~",
  "~root",
  "!!",
  "-rf",
  "--",
  "=x",
  "{a,b}",
  "é\u{1f600}",
  "\t\r\u0007",
  "%s%n",
];

/** Texts of hostile pieces in every order of two, and longer ones by a fixed sequence. */
function texts(): string[] {
  const pairs = hostile.flatMap((one) => hostile.map((other) => one + other));
  const long = hostile.map((_piece, start) =>
    hostile.map((_, step) => hostile[(start + step * 5) % hostile.length]).join(""),
  );
  return [...pairs, ...long];
}

// What the program was given, each argument ended by NUL.
const shown = (line: string): string[] =>
  execFileSync("/bin/sh", ["-c", line], { encoding: "utf8", maxBuffer: 1 << 24 })
    .split("\0")
    .slice(0, -1);

test("every argument arrives letter by letter and nothing else is run", () => {
  const all = texts();
  expect(shown(`printf '%s\\0' ${all.map(quote).join(" ")}`)).toEqual(all);
});

test("a whole command line keeps its arguments through two shells", () => {
  const all = texts();
  expect(shown(commandLine(["printf", "%s\\0", ...all], false))).toEqual(all);
});

test("sudo gets the program as arguments behind --", () => {
  expect(commandLine(["userdel", "--", "x"], true)).toContain(`sudo'\\'' '\\''-n'\\'' '\\''--'\\'' '\\''userdel`);
});

test("a NUL is refused", () => {
  expect(() => quote("a\0b")).toThrow(expect.objectContaining({ code: "invalidValue" }));
});

import { execFileSync, spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { answersOf, type Command, markedScript } from "./marks.ts";
import { lineOf, quote } from "./quote.ts";

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

/** Makes texts of all pairs of hostile pieces, and longer ones by a fixed sequence. */
function texts(): string[] {
  const pairs = hostile.flatMap((one) => hostile.map((other) => one + other));
  const long = hostile.map((_piece, start) =>
    hostile.map((_, step) => hostile[(start + step * 5) % hostile.length]).join(""),
  );
  return [...pairs, ...long];
}

// Arguments of the program, each ended by NUL.
const shown = (line: string): string[] =>
  execFileSync("/bin/sh", ["-c", line], { encoding: "utf8", maxBuffer: 1 << 24 })
    .split("\0")
    .slice(0, -1);

test("every argument arrives letter by letter and nothing else is run", () => {
  const all = texts();
  expect(shown(`printf '%s\\0' ${all.map(quote).join(" ")}`)).toEqual(all);
});

test("a whole line keeps its script through two shells", () => {
  const all = texts();
  expect(shown(lineOf(`printf '%s\\0' ${all.map(quote).join(" ")}`))).toEqual(all);
});

test("a line holds nothing in its quotes that shells of another kind read otherwise", () => {
  const line = lineOf(markedScript([["printf", "%s", ...texts()]], { mark: "mark-0", sudo: true }));
  const [, told = ""] = /^exec \/bin\/sh -c 'eval "\$\(printf %b "([^"]*)"\)"'$/s.exec(line) ?? [];
  expect(told.replaceAll(/\\0[0-7]{3}/g, "")).toMatch(/^[A-Za-z0-9 _./:=,-]+$/);
});

test("a script is a whole one between its marks, and sudo gets each program as arguments behind --", () => {
  const script = markedScript([["userdel", "--", "x"], ["id"]], { mark: "mark-0", sudo: true });
  expect(script).toContain("'sudo' '-n' '--' 'userdel' '--' 'x'; mark $?\n'sudo' '-n' '--' 'id'; mark $?");
});

test("programs of one script are told apart, each with its own code, whatever they write", () => {
  const commands: Command[] = [["printf", "mark-0 0\\nno end"], ["sh", "-c", "echo beside >&2; exit 3"], ["true"]];
  const script = markedScript(commands, { mark: "mark-1", sudo: false });
  const { stdout, stderr } = spawnSync("/bin/sh", ["-c", `echo Welcome; ${lineOf(script)}`], { encoding: "utf8" });
  expect(answersOf({ stdout, stderr }, "mark-1", commands)).toEqual([
    { code: 0, stdout: "mark-0 0\nno end", stderr: "" },
    { code: 3, stdout: "", stderr: "beside\n" },
    { code: 0, stdout: "", stderr: "" },
  ]);
});

test("a NUL is refused", () => {
  expect(() => quote("a\0b")).toThrow(expect.objectContaining({ code: "invalidValue" }));
});

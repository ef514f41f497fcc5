import { describe, expect, it } from "vitest";

import { plainOf, readYaml } from "./yaml-file.ts";

const read = (text: string) => {
  const given = readYaml(text);
  return "faults" in given
    ? given.faults.map(({ at, rule }) => `${at.line}:${at.column} ${rule}`)
    : plainOf(given.value);
};

describe("plain YAML 1.2 is read as it is written", () => {
  it.each<readonly [string, string, unknown]>([
    ["no, on, yes and off are texts", "a: no\nb: on\nc: yes\nd: off\n", { a: "no", b: "on", c: "yes", d: "off" }],
    ["a country is a text", "country: NO\n", { country: "NO" }],
    [
      "dates are texts",
      "at: 2026-12-01\nsince: 2026-12-01T10:00:00Z\n",
      { at: "2026-12-01", since: "2026-12-01T10:00:00Z" },
    ],
    ["versions and times are texts", "v: 1.2.3\nt: 22:30\ns: 1_000\n", { v: "1.2.3", t: "22:30", s: "1_000" }],
    ["leading zeros do not make a number of eight digits", "pin: 0755\n", { pin: 755 }],
    ["nothing is null", "a:\nb: ~\nc: null\n", { a: null, b: null, c: null }],
    [
      "a mark of the byte order and line ends of Windows",
      "\ufeffid: X\r\nlist:\r\n  - a\r\n",
      { id: "X", list: ["a"] },
    ],
    ["a merge key is a name like another", "<<: { a: 1 }\n", { "<<": { a: 1 } }],
    ["constructor and toString are names", "constructor: 1\ntoString: 2\n", { constructor: 1, toString: 2 }],
    ["a comment alone beside the object", "# first\nid: X # last\n", { id: "X" }],
    ["JSON", '{"id": "X", "n": [1, true, null]}', { id: "X", n: [1, true, null] }],
    ["lines of a block", "t: |\n  a\n  b\nu: >-\n  c\n  d\n", { t: "a\nb\n", u: "c d" }],
  ])("%s", (_name, text, value) => expect(read(text)).toEqual(value));
});

describe("what could mean something else to somebody else is refused with its place", () => {
  it.each<readonly [string, string, string]>([
    ["an empty file", "", "1:1 is empty: name the object here"],
    ["comments alone", "# nothing\n", "1:1 is empty: name the object here"],
    ["a second object", "id: A\n---\nid: B\n", "2:1 begins a second document: one file holds one object"],
    ["a name that stands twice", "id: A\ndescription: x\nid: B\n", "3:1 is not YAML: Map keys must be unique"],
    ["a tab", "a:\n\tb: 1\n", "2:1 is not YAML: Tabs are not allowed as indentation"],
    ["an anchor", "a: &x 1\n", "1:7 has an anchor: write the value itself"],
    ["an alias", "a: [1]\nb: *x\n", "2:4 is an alias: write the value itself"],
    ["a tag of its own", "a: !env HOME\n", "1:4 is not YAML: Unresolved tag: !env"],
    ["a tag of functions", "a: !!js/function 'x'\n", "1:4 is not YAML: Unresolved tag: tag:yaml.org,2002:js/function"],
    ["an older YAML", "%YAML 1.1\n---\na: no\n", "1:1 names another version of YAML: 1.2 is read"],
    [
      "a number that no number holds",
      "a: 90071992547409931234\n",
      "1:4 is a number that is too large: write a text in quotes, if it is one",
    ],
    ["infinity", "a: .inf\n", "1:4 is no number that can be saved"],
    ["the name __proto__", "__proto__: { admin: true }\n", "1:1 is no name that a property can have"],
    ["the name __proto__ deep inside", "a:\n  - b:\n      __proto__: {}\n", "3:7 is no name that a property can have"],
    ["a number as a name", "1: a\n", "1:1 is no name of a property: write a text, in quotes if it looks like a number"],
    [
      "a list as a name",
      "? [a]\n: b\n",
      "1:3 is no name of a property: write a text, in quotes if it looks like a number",
    ],
    ["half of a character", 'a: "\\ud800"\n', "1:4 holds half of a character (a lone surrogate)"],
  ])("%s", (_name, text, rule) => expect(read(text)).toEqual([rule]));

  it("many laughs, as anchors that name anchors", () => {
    const lines = Array.from(
      { length: 30 },
      (_, at) => `a${at}: &a${at} [${`*a${at - 1}, `.repeat(at === 0 ? 0 : 10)}x]`,
    );
    expect(read(lines.join("\n"))).toEqual(["1:9 has an anchor: write the value itself"]);
  });

  it.each([
    ["brackets", "[".repeat(100_000)],
    ["dashes", "- ".repeat(100_000)],
    ["closed brackets", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
    ["braces", `${"{a: ".repeat(5_000)}1${"}".repeat(5_000)}`],
  ])("a tower of %s", (_name, text) => {
    const rules = read(text);
    expect(Array.isArray(rules) && rules.length > 0 && String(rules[0])).toMatch(/nested deeper|not YAML/);
  });

  it("does not repeat what it cannot read, which may be a secret", () => {
    const rules = [
      read('PASSWORD: x\n"hunter2hunter2" y\n'),
      read("PASSWORD: 'hunter2hunter2\n"),
      read("- a\nhunter2hunter2\n"),
    ];
    expect(JSON.stringify(rules)).not.toContain("hunter2");
  });
});

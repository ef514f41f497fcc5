import { describe, expect, test } from "vitest";

import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";
import { parseRule } from "#test/odata/grammar/parse-rule.ts";
import { parseRelativeUri } from "#test/odata/grammar/parse-uri.ts";

import { addressCases } from "./cases/addresses.ts";
import { expressionCases, jsonCases } from "./cases/expressions.ts";
import { geoCases, literalCases } from "./cases/literals.ts";
import { listCases, optionCases } from "./cases/options.ts";
import { pathCases } from "./cases/paths.ts";
import { searchCases } from "./cases/search.ts";

const seeds = [
  addressCases,
  pathCases,
  optionCases,
  listCases,
  searchCases,
  expressionCases,
  jsonCases,
  literalCases,
  geoCases,
]
  .flatMap((table) => Object.entries(table))
  .flatMap(([rule, { accepted, refused = [] }]) => [...accepted, ...refused].map((text) => ({ rule, text })));
const splinters = [
  ..."()[]{}'\"/$@,;:=&?#%+-.* \t\\",
  "%27",
  "%28",
  "%29",
  "%22",
  "%3B",
  "%",
  "%C3",
  "\uD83D",
  " and ",
  " eq ",
  " in (",
  "not ",
  "NOT ",
  "$filter(",
  "/any(a:",
  "($expand=a",
  "case(",
  "cast(",
  "2026-11-21T",
  "10:20",
  "1e",
  "geography'SRID=0;GeometryCollection(",
  "Gate.Mode'",
];

describe("any text", () => {
  test("is read or refused by an ODataSyntaxError whose position lies in the text: 20,000 mutated ones", () => {
    const next = randomNumbers(20261121);
    const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T;
    for (let round = 0; round < 20_000; round++) {
      const { rule, text: seed } = pick(seeds);
      let text = seed;
      for (let times = next(4); times >= 0; times--) text = mutate(text, pick, next);
      expectOrderly(text, () => parseRule(rule, text));
      if (round % 2 === 0) expectOrderly(text, () => parseRelativeUri(text));
    }
  });

  test.each(
    [
      ...splinters,
      "a",
      "(a",
      "a(",
      "[1,",
      '{"a":',
      "a/",
      "a,",
      "'a'",
      "- ",
      "a eq b and ",
      "$filter(/",
      "@a=1&",
      "x=%2",
      "/$filter((",
      "a;b",
    ].map((part) => [part]),
  )("is read or refused in order when it is %j over and over", (part) => {
    const prefixes = [
      "",
      "a?$filter=",
      "a?$expand=b($filter=",
      "a?$search=",
      "a?$select=",
      "a?$orderby=",
      "a?@p=",
      "a(",
      "a/",
    ];
    for (const prefix of prefixes) {
      const text = (prefix + part.repeat(Math.ceil(8192 / part.length))).slice(0, 8192);
      expectOrderly(text, () => parseRelativeUri(text));
    }
  });

  test.each(["(", "not ", "-", "[", "a(b=", "a/any(x:", '{"a":', "case(true:", "cast("])(
    "may not nest %j without end",
    (part) => {
      expect(() => parseRule("commonExpr", part.repeat(500))).toThrow(/nested more than 100/);
    },
  );

  test("may nest 90 deep and be 8 KiB long, not more", () => {
    expect(() => parseRule("commonExpr", `${"(".repeat(90)}a${")".repeat(90)}`)).not.toThrow();
    expect(() => parseRelativeUri(`a?x=${"y".repeat(8188)}`)).not.toThrow();
    expect(() => parseRelativeUri(`a?x=${"y".repeat(8189)}`)).toThrow(ODataSyntaxError);
  });
});

function expectOrderly(text: string, run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ODataSyntaxError))
      throw new Error(`${JSON.stringify(text)} broke the parser`, { cause: error });
    if (!(error.position >= 0 && error.position <= text.length))
      throw new Error(`${JSON.stringify(text)}: position ${error.position}`, { cause: error });
  }
}

function mutate(text: string, pick: <T>(from: readonly T[]) => T, next: (below: number) => number): string {
  const at = next(text.length + 1);
  const to = at + next(6);
  switch (next(4)) {
    case 0:
      return text.slice(0, at) + pick(splinters) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(to);
    case 2:
      return text.slice(0, at) + text.slice(at, to).repeat(2 + next(3)) + text.slice(to);
    default: {
      const other = pick(seeds).text;
      return text.slice(0, at) + other.slice(next(other.length + 1));
    }
  }
}

// mulberry32: the same texts in every run.
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

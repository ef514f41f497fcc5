import { expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { createRandom, type Random } from "#domain/random.fixture.ts";

import { ODataSyntaxError } from "../syntax/syntax-error.ts";
import { bound } from "./people-model.fixture.ts";

const names = [
  "key",
  "id",
  "name",
  "age",
  "salary",
  "active",
  "seenAt",
  "born",
  "wakesAt",
  "break",
  "tags",
  "address",
  "fault/code",
];
const others = [
  "secret",
  "badge",
  "boss/id",
  "house/rooms",
  "f/age",
  "nothing",
  "boss",
  "friends",
  "$it/id",
  "$this/age",
  "@p",
  "__proto__",
];
const literals = [
  "null",
  "true",
  "-5",
  "5.5",
  "'a''b'",
  "2024-02-29",
  "2024-02-30",
  "2024-01-01T00:00:00Z",
  "07:30",
  "duration'PT1H'",
];
const operators = ["eq", "ne", "lt", "ge", "and", "or", "add", "sub", "div", "divby", "mod", "has"];
const functions = [
  "contains",
  "length",
  "substring",
  "tolower",
  "year",
  "date",
  "time",
  "round",
  "concat",
  "now",
  "isof",
  "cast",
];

const pairs = [
  ["age", "5"],
  ["salary", "age"],
  ["name", "'a'"],
  ["fault/code", "id"],
  ["seenAt", "2024-01-01T00:00:00Z"],
  ["born", "2024-02-29"],
  ["length(name)", "age sub 1"],
] as const;

/** A condition that mostly fits together. */
function fitting(random: Random, depth: number): string {
  const below = () => fitting(random, depth - 1);
  if (depth === 0) {
    const [left, right] = random.pick(pairs);
    return `${left} ${random.pick(["eq", "ne", "lt", "le", "gt", "ge"])} ${right}`;
  }
  return random.pick([
    () => `(${below()}) ${random.pick(["and", "or"])} ${below()}`,
    () => `not (${below()})`,
    () => `${random.pick(["friends", "boss/friends"])}/any(f:f/active and ${below()})`,
    () => `friends/$count($filter=${below()}) gt 2`,
    () => `(${below()}) and (${expression(random, 1)})`,
  ])();
}

function expression(random: Random, depth: number): string {
  const below = () => expression(random, depth - 1);
  if (depth === 0) return random.pick(random.pick([names, names, others, literals]));
  return random.pick([
    below,
    () => `(${below()} ${random.pick(operators)} ${below()})`,
    () => `${random.pick(functions)}(${Array.from({ length: random.below(4) }, below).join(",")})`,
    () => `not ${below()}`,
    () => `-${below()}`,
    () => `${below()} in (${Array.from({ length: 1 + random.below(3) }, () => random.pick(literals)).join(",")})`,
    () => `${random.pick(["friends", "things", "boss/friends", "tags"])}/${random.pick(["any", "all"])}(f:${below()})`,
    () => `${random.pick(["friends", "things"])}/$count($filter=${below()})`,
  ])();
}

function query(random: Random): string {
  const some = () => expression(random, 1 + random.below(3));
  return random.pick([
    () => `$filter=${fitting(random, random.below(4))}`,
    () => `$filter=${some()}&@p=${some()}`,
    () => `$orderby=${some()} desc,${some()}`,
    () => `$compute=${some()} as c&$filter=c eq ${some()}`,
    () => `$expand=${random.pick(["friends", "things", "boss", "*", "diary"])}($filter=${some()};$orderby=${some()})`,
    () => `$select=${some()},${random.pick(names)}`,
  ])();
}

test("whatever can be read is bound, or refused as the caller's fault or as not supported", () => {
  const random = createRandom(20_260_101);
  const outcomes = { bound: 0, refused: 0, unreadable: 0 };
  for (let run = 0; run < 5_000; run += 1) {
    const text = query(random);
    try {
      bound(text);
      outcomes.bound += 1;
    } catch (error) {
      if (error instanceof ODataSyntaxError) outcomes.unreadable += 1;
      else {
        expect(error, text).toBeInstanceOf(ServiceError);
        expect(["invalid", "notSupported"], text).toContain((error as ServiceError).kind);
        outcomes.refused += 1;
      }
    }
  }
  // The generator reaches both sides.
  expect(outcomes.bound).toBeGreaterThan(200);
  expect(outcomes.refused).toBeGreaterThan(1_000);
});

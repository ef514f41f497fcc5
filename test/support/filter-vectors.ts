import type { ArithmeticOperator, ComparisonOperator, Expression, FunctionName } from "#domain/query/bound-query.ts";

import { arithmetic, call, column, combined, compare, isIn, not, over, value } from "./expressions.ts";

const operators: readonly ComparisonOperator[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const name = column("displayName");
const lockedAt = column("lockedAt", "moment");
const failures = column("failures", "integer");
const locked = column("locked", "boolean");
const whole = (of: number) => value(of);
const moment = (text: string) => value(text, "moment");
const nothing = value(null);

const needles = ["a", "A", "ä", "%", "_", "\\", "!", "!%_", "'", '"', "+", "日", "😀", "", " ", "ß", "\t", "*"];
const searched: readonly FunctionName[] = ["contains", "startswith", "endswith"];

const texts: readonly Expression[] = [
  ...["a", "A", "a ", "", "ä", "o'brien", 'say "hi"', "100%", "back\\slash", "C++", "日本", "😀", "a\u0308"].flatMap(
    (text) => [compare("eq", name, value(text)), compare("ne", name, value(text))],
  ),
  ...["a", "Z", "ä", "\uffee", "😀", ""].flatMap((text) => [
    compare("lt", name, value(text)),
    compare("ge", name, value(text)),
  ]),
  ...searched.flatMap((search) => needles.map((needle) => call(search, name, value(needle)))),
  ...searched.flatMap((search) => [not(call(search, name, value("a"))), call(search, name, nothing)]),
  ...searched.map((search) => call(search, value("back\\slash and a"), name)),
  ...searched.map((search) => compare("eq", call(search, call("tolower", name), value("a")), value(true))),
];

const changed: readonly Expression[] = [
  ...["ä", "ω", "i", "ß", "ⱥ", "ᾳ", "日本", "ab"].map((text) => compare("eq", call("tolower", name), value(text))),
  ...["Ä", "Ω", "I", "ß", "Σ", "ᾼ", "O'BRIEN"].map((text) => compare("eq", call("toupper", name), value(text))),
  ...[0, 1, 2, 4, 7].map((length) => compare("eq", call("length", name), whole(length))),
  ...["a", "nbsp", "tab\tend", "", "C"].map((text) => compare("eq", call("trim", name), value(text))),
  ...[" smile", "a", "本", ""].map((text) => compare("eq", call("substring", name, whole(1)), value(text))),
  compare("eq", call("substring", name, whole(0), whole(1)), value("😀")),
  compare("eq", call("substring", name, whole(-1), whole(2)), value("10")),
  compare("eq", call("substring", name, whole(1), whole(-1)), value("")),
  compare("eq", call("substring", name, failures, whole(2)), value("ba")),
  ...["a", "😀", "日", "'", ""].map((text) => compare("ge", call("indexof", name, value(text)), whole(0))),
  compare("eq", call("indexof", name, value("smile")), whole(2)),
  compare("eq", call("concat", name, value("x")), value("ax")),
  compare("eq", call("concat", call("concat", value("<"), name), value(">")), value("<A>")),
  compare("eq", call("concat", name, nothing), nothing),
  compare("eq", call("concat", name, name), value("aa")),
];

const nulls: readonly Expression[] = [
  ...operators.map((operator) => compare(operator, name, nothing)),
  ...operators.map((operator) => not(compare(operator, name, nothing))),
  ...operators.map((operator) => compare(operator, lockedAt, moment("1970-01-01T00:00:00Z"))),
  ...operators.map((operator) => not(compare(operator, lockedAt, moment("2024-02-29T12:30:45.678Z")))),
  ...operators.map((operator) => compare(operator, column("managerKey"), column("managerKey"))),
  ...operators.map((operator) => compare(operator, name, column("id"))),
  compare("eq", nothing, nothing),
  compare("ne", nothing, name),
  not(locked),
  locked,
  compare("eq", locked, value(false)),
  compare("ne", locked, column("superuser", "boolean")),
  value(null, "boolean"),
  value(true),
  compare("eq", compare("gt", failures, whole(0)), locked),
];

const numbers: readonly Expression[] = [
  ...operators.map((operator) => compare(operator, failures, value(-0.5))),
  ...(["add", "sub", "mul", "div", "mod"] as const).map((operator: ArithmeticOperator) =>
    compare("eq", arithmetic(operator, failures, whole(2)), whole(-1)),
  ),
  ...(["div", "divby", "mod"] as const).flatMap((operator) => [
    compare("eq", arithmetic(operator, failures, whole(0)), nothing),
    compare("gt", arithmetic(operator, failures, column("tokenVersion", "integer"), "decimal"), value(0.4, "decimal")),
  ]),
  compare("eq", arithmetic("div", failures, whole(-2)), whole(1)),
  compare("eq", arithmetic("divby", failures, whole(2), "decimal"), value(-2.5)),
  compare("eq", { kind: "negate", type: "integer", of: failures }, whole(5)),
  ...(["round", "floor", "ceiling"] as const).flatMap((name_) =>
    [-2, 2, 3].map((result) =>
      compare("eq", call(name_, arithmetic("divby", failures, whole(2), "decimal")), whole(result)),
    ),
  ),
  compare("lt", failures, value(1e300, "decimal")),
  compare("eq", arithmetic("mul", failures, value(0.1, "decimal"), "decimal"), value(0.4, "decimal")),
];

const choice: Expression = {
  kind: "choice",
  type: "string",
  cases: [
    { when: compare("eq", column("managerKey"), nothing), gives: nothing },
    { when: locked, gives: value("locked") },
    { when: compare("gt", failures, whole(1)), gives: value("suspect") },
  ],
  otherwise: value("fine"),
};

const choices: readonly Expression[] = [
  ...["locked", "Locked", "suspect", "fine"].flatMap((text) => [
    compare("eq", choice, value(text)),
    compare("ne", choice, value(text)),
  ]),
  compare("ne", choice, value("fine\u0301")),
  isIn(choice, value("suspect"), value("locked")),
  compare("eq", choice, nothing),
  call("startswith", choice, value("s")),
];

const parts: readonly (readonly [FunctionName, number])[] = [
  ["year", 1969],
  ["year", 9999],
  ["year", 1],
  ["month", 2],
  ["month", 12],
  ["day", 31],
  ["day", 29],
  ["hour", 23],
  ["minute", 30],
  ["second", 59],
  ["second", 0],
];

const moments: readonly Expression[] = [
  ...parts.map(([part, result]) => compare("eq", call(part, lockedAt), whole(result))),
  ...operators.map((operator) => compare(operator, call("date", lockedAt), value("2024-02-29", "date"))),
  ...operators.map((operator) => compare(operator, call("time", lockedAt), value("12:30:45.678", "timeOfDay"))),
  compare("eq", call("year", call("date", lockedAt)), whole(2026)),
  compare("eq", call("hour", call("time", lockedAt)), whole(23)),
  compare("lt", lockedAt, call("now")),
  compare("ge", arithmetic("add", lockedAt, value(86_400_000, "duration"), "moment"), moment("2024-03-01T00:00:00Z")),
  compare("gt", arithmetic("sub", call("now"), lockedAt, "duration"), value(0, "duration")),
];

const lists: readonly Expression[] = [
  isIn(name, value("a"), value("C++"), value("none")),
  isIn(name, value("a"), nothing),
  not(isIn(name, value("a"), value("b"))),
  not(isIn(name, nothing)),
  isIn(name),
  isIn(failures, whole(1), value(2.5), whole(-5)),
  isIn(name, column("id"), value("A")),
  isIn(value("u003"), column("key"), column("managerKey")),
  isIn(value("a"), value("ä"), name),
  isIn(value("a"), name, value("a")),
  combined("and"),
  combined("or"),
  combined("or", compare("eq", name, value("a")), combined("and", locked, not(compare("gt", failures, whole(0))))),
];

const shortId = column("shortId", "string", [], 1);
const lambdas: readonly Expression[] = [
  over("any", "accounts"),
  not(over("any", "accounts")),
  over("all", "accounts"),
  over("any", "accounts", call("contains", shortId, value("%"))),
  over("all", "accounts", call("contains", shortId, value("a"))),
  not(over("all", "accounts", column("enabled", "boolean", [], 1))),
  over("all", "accounts", compare("gt", column("lastPasswordChange", "moment", [], 1), moment("2000-01-01T00:00:00Z"))),
  over("any", "accounts", compare("eq", column("lastPasswordChange", "moment", [], 1), nothing)),
  over("any", "accounts", compare("eq", shortId, name)),
  over("any", "accounts", compare("eq", column("description", "string", ["targetSystem"], 1), value("Target t2"))),
  over("any", "accounts", compare("eq", column("description", "string", ["targetSystem"], 1), nothing)),
  over(
    "any",
    "accounts",
    over("any", "groups", compare("eq", column("shortId", "string", [], 2), value("G1")), { scope: 1 }),
  ),
  over(
    "any",
    "accounts",
    over("all", "attributes", compare("ne", column("value", "string", [], 2), name), { scope: 1 }),
  ),
  over("any", "reports", null, { via: ["manager"] }),
  over("any", "accounts", null, { via: ["manager", "manager"] }),
  ...[0, 1, 2].map((many) => compare("eq", over("count", "accounts"), whole(many))),
  compare("gt", over("count", "accounts", column("enabled", "boolean", [], 1)), over("count", "reports")),
  compare("eq", over("count", "accounts", null, { via: ["manager"] }), whole(0)),
];

const paths: readonly Expression[] = [
  compare("eq", column("displayName", "string", ["manager"]), value("a")),
  compare("eq", column("displayName", "string", ["manager"]), nothing),
  compare("ne", column("displayName", "string", ["manager"]), name),
  compare("gt", column("failures", "integer", ["manager"]), failures),
  column("locked", "boolean", ["manager"]),
  not(column("locked", "boolean", ["manager", "manager"])),
  compare("eq", column("id", "string", ["manager", "manager"]), value("id-0")),
  call("startswith", column("displayName", "string", ["manager"]), value("a")),
  not(call("startswith", column("displayName", "string", ["manager"]), value("a"))),
  compare("lt", call("length", column("displayName", "string", ["manager"])), call("length", name)),
];

/** Filters over users that must give the same rows on every database and in memory. */
export const filterVectors: readonly Expression[] = [
  ...texts,
  ...changed,
  ...nulls,
  ...numbers,
  ...choices,
  ...moments,
  ...lists,
  ...lambdas,
  ...paths,
];

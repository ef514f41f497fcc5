import type { FunctionName, ValueType } from "#domain/query/bound-query.ts";

import { builtInFunctions } from "../syntax/functions.ts";

/** Parameters and result of a function. */
export interface Signature {
  readonly name: FunctionName;
  /** Types that each parameter may have; a literal of another type is read as the first one. */
  readonly parameters: readonly (readonly ValueType[])[];
  /** `same`: the type of the first argument. */
  readonly result: ValueType | "same";
}

type Parameters = Signature["parameters"];

const text: readonly ValueType[] = ["string"];
const whole: readonly ValueType[] = ["integer"];
const number: readonly ValueType[] = ["decimal", "integer"];
const day: readonly ValueType[] = ["moment", "date"];
const clock: readonly ValueType[] = ["moment", "timeOfDay"];

// A pattern of the caller could make the matcher run forever.
type Compiled = Exclude<FunctionName, "matchespattern">;

const table: Readonly<Record<Compiled, readonly [Parameters, Signature["result"]]>> = {
  contains: [[text, text], "boolean"],
  startswith: [[text, text], "boolean"],
  endswith: [[text, text], "boolean"],
  length: [[text], "integer"],
  indexof: [[text, text], "integer"],
  substring: [[text, whole, whole], "string"],
  tolower: [[text], "string"],
  toupper: [[text], "string"],
  trim: [[text], "string"],
  concat: [[text, text], "string"],
  year: [[day], "integer"],
  month: [[day], "integer"],
  day: [[day], "integer"],
  hour: [[clock], "integer"],
  minute: [[clock], "integer"],
  second: [[clock], "integer"],
  date: [[["moment"]], "date"],
  time: [[["moment"]], "timeOfDay"],
  now: [[], "moment"],
  round: [[number], "same"],
  floor: [[number], "same"],
  ceiling: [[number], "same"],
};

/** The functions that are compiled, by their names in lower case. */
export const signatures: ReadonlyMap<string, Signature> = new Map(
  Object.entries(table).map(([name, [parameters, result]]) => [
    name,
    { name: name as FunctionName, parameters, result },
  ]),
);

/** Functions that stand for one value. */
export const constants: ReadonlyMap<string, number> = new Map([
  ["mindatetime", Date.parse("0001-01-01T00:00:00Z")],
  ["maxdatetime", Date.parse("9999-12-31T23:59:59.999Z")],
]);

/** The functions of OData that are known and not compiled. */
export const otherFunctions: ReadonlySet<string> = new Set([
  "case",
  "cast",
  "isof",
  ...[...builtInFunctions.keys()].filter((name) => !signatures.has(name) && !constants.has(name)),
]);

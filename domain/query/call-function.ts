import { ServiceError } from "../errors.ts";
import type { FunctionName, Scalar, ValueType } from "./bound-query.ts";
import { calendarPart, clockPart, dayText, timeOf } from "./calendar.ts";
import { indexOf, lengthOf, lower, substring, trim, upper } from "./code-points.ts";

/** Arguments of a function, none of them null, with the type of the first one and the time of the call. */
export interface CallArguments {
  readonly of: readonly NonNullable<Scalar>[];
  readonly type: ValueType;
  readonly now: number;
}

type Call = (call: CallArguments) => Scalar;

const texts =
  (run: (a: string, b: string) => Scalar): Call =>
  ({ of: [a, b] }) =>
    run(String(a), String(b));

const numeric =
  (run: (value: number) => number): Call =>
  ({ of: [value] }) =>
    run(Number(value)) + 0;

const calendar =
  (part: "year" | "month" | "day"): Call =>
  ({ of: [value], type }) => {
    const day = type === "date" ? String(value) : dayText(Number(value));
    return day === null ? null : calendarPart(part, day);
  };

const clock =
  (part: "hour" | "minute" | "second"): Call =>
  ({ of: [value] }) =>
    clockPart(part, Number(value));

/** Returns a number rounded to a whole one; a half is rounded away from zero. */
export function roundHalfAway(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

const calls: Readonly<Record<FunctionName, Call>> = {
  contains: texts((text, part) => text.includes(part)),
  startswith: texts((text, part) => text.startsWith(part)),
  endswith: texts((text, part) => text.endsWith(part)),
  indexof: texts(indexOf),
  concat: texts((a, b) => a + b),
  length: texts(lengthOf),
  tolower: texts(lower),
  toupper: texts(upper),
  trim: texts(trim),
  substring: ({ of: [text, start, length] }) =>
    substring(String(text), Number(start), length === undefined ? undefined : Number(length)),
  year: calendar("year"),
  month: calendar("month"),
  day: calendar("day"),
  hour: clock("hour"),
  minute: clock("minute"),
  second: clock("second"),
  date: ({ of: [value] }) => dayText(Number(value)),
  time: ({ of: [value] }) => timeOf(Number(value)),
  now: ({ now }) => now,
  round: numeric(roundHalfAway),
  floor: numeric(Math.floor),
  ceiling: numeric(Math.ceil),
  // A pattern of the caller would run in a matcher that can be made to run forever.
  matchespattern: () => unsupported("matchespattern"),
};

/**
 * Refuses a function that no database runs in bounded time and with the same result.
 * @throws NOT_SUPPORTED
 */
export function unsupported(name: string): never {
  throw new ServiceError("NOT_SUPPORTED", { target: name, message: `The function ${name} is not supported.` });
}

/** Functions that answer a question: for null they return false, every other function returns null. */
export const questions: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "contains",
  "startswith",
  "endswith",
  "matchespattern",
]);

/**
 * Returns the value of a function.
 * @throws NOT_SUPPORTED
 */
export function callFunction(name: FunctionName, call: CallArguments): Scalar {
  return calls[name](call);
}

import type { Expression, FunctionName } from "#domain/query/bound-query.ts";
import { calendarPlace, clockUnit, dayMs } from "#domain/query/calendar.ts";
import { unsupported } from "#domain/query/call-function.ts";
import { valueTypeOf } from "#domain/query/value-type.ts";

import { floorDivided, type Dialect } from "../sql/dialect.ts";
import { raw, sql, type Sql } from "../sql/sql.ts";

type Call = Extract<Expression, { readonly kind: "call" }>;

/** A compiled argument. */
export interface Argument extends Sql {
  /** True for a column, which may be named several times at no cost. */
  readonly simple: boolean;
}

/** A call with its compiled arguments. */
export interface CompiledCall {
  readonly dialect: Dialect;
  readonly call: Call;
  readonly of: readonly [Argument, Argument, Argument | null];
}

type Compile = (call: CompiledCall) => Sql;

const calendar =
  (part: "year" | "month" | "day"): Compile =>
  ({ dialect, call, of: [value] }) => {
    const [start, length] = calendarPlace(part);
    const [first] = call.arguments;
    const day = first !== undefined && valueTypeOf(first) === "date" ? value : dialect.day(value);
    return dialect.toInteger(dialect.substring(day, raw(String(start)), raw(String(length))));
  };

const clock =
  (part: "hour" | "minute" | "second"): Compile =>
  ({ dialect, of: [value] }) => {
    const [unit, cycle] = clockUnit(part);
    return wrapped(dialect, floorDivided(value, unit), cycle);
  };

/** Returns a number wrapped to its cycle, from 0 up even if the number is negative. */
function wrapped(dialect: Dialect, number: Sql, cycle: number): Sql {
  const size = raw(`${cycle}e0`);
  return dialect.remainder(sql`(${dialect.remainder(number, size)} + ${size})`, size);
}

const compilers: Readonly<Record<FunctionName, Compile>> = {
  contains: ({ dialect, of: [text, part] }) => sql`(${dialect.position(text, part)} > 0)`,
  startswith: ({ dialect, of: [text, part] }) =>
    sql`(${dialect.substring(text, raw("0"), dialect.length(part))} = ${part})`,
  endswith: ({ dialect, of: [text, part] }) => {
    // An end that is longer than the text starts before it, is cut to the whole text, and so is never equal.
    const start = sql`${dialect.length(text)} - ${dialect.length(part)}`;
    return sql`(${dialect.substring(text, start, null)} = ${part})`;
  },
  indexof: ({ dialect, of: [text, part] }) => sql`(${dialect.position(text, part)} - 1)`,
  concat: ({ dialect, of: [a, b] }) => dialect.concat(a, b),
  length: ({ dialect, of: [text] }) => dialect.length(text),
  tolower: ({ dialect, of: [text] }) => dialect.lower(text, text.simple),
  toupper: ({ dialect, of: [text] }) => dialect.upper(text, text.simple),
  trim: ({ dialect, of: [text] }) => dialect.trim(text),
  substring: ({ dialect, of: [text, start, length] }) => dialect.substring(text, start, length),
  year: calendar("year"),
  month: calendar("month"),
  day: calendar("day"),
  hour: clock("hour"),
  minute: clock("minute"),
  second: clock("second"),
  date: ({ dialect, of: [moment] }) => dialect.day(moment),
  time: ({ dialect, of: [moment] }) => wrapped(dialect, dialect.real(moment), dayMs),
  // A call of `now` needs no row, so it has become a literal before.
  now: () => unsupported("now"),
  round: ({ dialect, of: [number] }) => dialect.round(number),
  floor: ({ of: [number] }) => sql`floor(${number})`,
  ceiling: ({ of: [number] }) => sql`ceiling(${number})`,
  matchespattern: () => unsupported("matchespattern"),
};

/**
 * Compiles the value of a function.
 * @throws NOT_SUPPORTED
 */
export function compileCall(call: CompiledCall): Sql {
  return compilers[call.call.name](call);
}

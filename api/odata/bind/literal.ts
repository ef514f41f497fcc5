import { isCalendarDay } from "#domain/calendar-day.ts";
import { literalMaxCharacters } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";

import type { Literal, LiteralType } from "../syntax/tree.ts";
import { failure, notSupported, type QueryPosition } from "./fail.ts";
import { literal } from "./value-types.ts";

const timePattern = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,12}))?)?$/;
const durationPattern = /^([+-])?P(?:(\d{1,7})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12}(?:\.\d{1,12})?)S)?)?$/i;
const int64Max = 9_223_372_036_854_775_807n;

/**
 * Returns a literal as the store keeps such values: moments and durations in milliseconds, GUIDs in lower case.
 * @throws LITERAL_INVALID
 * @throws LIMIT_EXCEEDED
 * @throws QUERY_OPTION_NOT_SUPPORTED
 */
export function bindLiteral(node: Literal, place: QueryPosition): Expression {
  if (node.text.length > literalMaxCharacters) {
    const rule = `a value may have at most ${literalMaxCharacters} characters. Shorten it.`;
    throw failure("LIMIT_EXCEEDED", place, rule);
  }
  const bound = readers[node.type](node.text);
  if (bound === "unsupported") throw notSupported(place, `A literal of the type ${node.type}`);
  if (bound !== "invalid") return bound;
  throw failure("LITERAL_INVALID", place, `'${node.text.slice(0, 100)}' is not a value of the type ${node.type}.`);
}

type Reading = Expression | "invalid" | "unsupported";

const unsupported = (): Reading => "unsupported";

const readers: Readonly<Record<LiteralType, (text: string) => Reading>> = {
  null: () => literal("null", null),
  boolean: (text) => literal("boolean", text.toLowerCase() === "true"),
  integer: readInteger,
  decimal: readNumber,
  double: readNumber,
  string: (text) => (text.isWellFormed() && !text.includes("\0") ? literal("string", text) : "invalid"),
  guid: (text) => literal("guid", text.toLowerCase()),
  date: (text) => (isCalendarDay(text) ? literal("date", text) : "invalid"),
  dateTimeOffset: readMoment,
  timeOfDay: readTimeOfDay,
  duration: readDuration,
  // The members of a list of values are texts in this model.
  enum: (text) => literal("string", text),
  binary: unsupported,
  geography: unsupported,
  geometry: unsupported,
};

function readInteger(text: string): Reading {
  const value = BigInt(text.replace(/^\+/, ""));
  if (value > int64Max || value < -int64Max - 1n) return "invalid";
  const number = Number(value);
  return literal(Number.isSafeInteger(number) ? "integer" : "decimal", number);
}

function readNumber(text: string): Reading {
  if (/^-?INF$|^NaN$/i.test(text)) return "unsupported";
  const value = Number(text);
  return Number.isFinite(value) ? literal("decimal", value) : "invalid";
}

function readMoment(text: string): Reading {
  const upper = text.toUpperCase();
  const [day = ""] = upper.split("T", 1);
  const ms = isCalendarDay(day) ? Date.parse(upper) : Number.NaN;
  return Number.isNaN(ms) ? "invalid" : literal("moment", ms);
}

function readTimeOfDay(text: string): Reading {
  const [, hours, minutes, seconds = "00", fraction = ""] = timePattern.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return "invalid";
  const ms = fraction.slice(0, 3).padEnd(3, "0");
  return literal("timeOfDay", `${hours}:${minutes}:${seconds}.${ms}`);
}

function readDuration(text: string): Reading {
  const [, sign, days, hours, minutes, seconds] = durationPattern.exec(text) ?? [];
  const parts = [days, hours, minutes, seconds];
  if (parts.every((part) => part === undefined)) return "invalid";
  const [d = 0, h = 0, m = 0, s = 0] = parts.map((part) => Number(part ?? 0));
  const ms = Math.round((((d * 24 + h) * 60 + m) * 60 + s) * 1000);
  return literal("duration", sign === "-" ? -ms : ms);
}

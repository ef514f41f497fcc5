import { ServiceError } from "../errors.ts";

/** A time zone by its IANA name; only `Intl` computes its clocks, except those of UTC. */
export interface TimeZone {
  readonly name: string;
  /** Returns the milliseconds by which its clocks are ahead of UTC at a moment. */
  offsetMs(moment: number): number;
}

/** A stretch of time in which the clocks of a zone do not change; its end does not belong to it. */
export interface EvenStretch {
  readonly from: number;
  readonly to: number;
  readonly offsetMs: number;
}

const offsetText = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;
const secondMs = 1_000;
/** Default of installations: their processes need not load the data of all time zones. */
const utc = "UTC";

/**
 * Returns the time zone of an IANA name such as `Europe/Berlin`.
 * @throws TIME_ZONE_UNKNOWN
 */
export function timeZone(name: string): TimeZone {
  if (name === utc) return { name, offsetMs: () => 0 };
  const format = formatOf(name);
  if (format === undefined) throw new ServiceError("TIME_ZONE_UNKNOWN", { target: "timeZone" });
  return { name, offsetMs: (moment) => offsetIn(format.format(moment)) };
}

/** Returns true if a text is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  return name === utc || formatOf(name) !== undefined;
}

/** Splits a span with at most one change of the clocks into its stretches, in order. */
export function evenStretches(zone: TimeZone, from: number, to: number): EvenStretch[] {
  const offsetMs = zone.offsetMs(from);
  if (to - from <= 1 || offsetMs === zone.offsetMs(to)) return [{ from, to, offsetMs }];
  const middle = Math.floor((from + to) / 2);
  return [...evenStretches(zone, from, middle), ...evenStretches(zone, middle, to)];
}

function formatOf(timeZoneName: string): Intl.DateTimeFormat | undefined {
  // An offset such as +02:00 would be accepted too, and has no daylight saving.
  if (!/^[A-Za-z]/.test(timeZoneName)) return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: timeZoneName, timeZoneName: "longOffset" });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function offsetIn(text: string): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = offsetText.exec(text) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * secondMs;
  return sign === "-" ? -ms : ms;
}

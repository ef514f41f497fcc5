// A file time counts 100 nanoseconds since 1601.
const unixEpochAsFileTimeMs = 11_644_473_600_000n;
const fileTimesPerMs = 10_000n;
// What lies beyond is no date that anybody meant.
const lastYear = 9_999;
const neverExpires = new Set(["0", "9223372036854775807"]);

/** The end of an account by its `accountExpires`, as ISO 8601 in UTC; undefined = it has none. */
export function endOf(accountExpires: string | undefined): string | undefined {
  if (accountExpires === undefined || neverExpires.has(accountExpires) || !/^\d+$/.test(accountExpires))
    return undefined;
  const date = new Date(Number(BigInt(accountExpires) / fileTimesPerMs - unixEpochAsFileTimeMs));
  return date.getUTCFullYear() > lastYear ? undefined : date.toISOString();
}

/** Milliseconds UTC of a generalized time such as 20261121140930.0Z; undefined when it is none. */
export function generalizedTimeMs(text: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text ?? "");
  if (parts === null) return undefined;
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number);
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

// A file time counts 100 nanoseconds since 1601.
const unixEpochAsFileTimeMs = 11_644_473_600_000n;
const fileTimesPerMs = 10_000n;
// A later date is never meant as one.
const lastYear = 9_999;
const never = new Set(["0", "9223372036854775807"]);

/** Attributes that hold file times; their syntax, a large integer, does not show it. */
export const fileTimeAttributes: ReadonlySet<string> = new Set(
  [
    "accountExpires",
    "pwdLastSet",
    "lastLogon",
    "lastLogoff",
    "lastLogonTimestamp",
    "badPasswordTime",
    "lockoutTime",
    "msDS-UserPasswordExpiryTimeComputed",
    "msDS-LastSuccessfulInteractiveLogonTime",
    "msDS-LastFailedInteractiveLogonTime",
    "ms-Mcs-AdmPwdExpirationTime",
    "msLAPS-PasswordExpirationTime",
  ].map((name) => name.toLowerCase()),
);

/** Converts a file time to ISO 8601 in UTC; undefined for never (`0`, the largest number) or an invalid time. */
export function fileTimeToIso(fileTime: string | undefined): string | undefined {
  if (fileTime === undefined || never.has(fileTime) || !/^\d{1,19}$/.test(fileTime)) return undefined;
  const date = new Date(Number(BigInt(fileTime) / fileTimesPerMs - unixEpochAsFileTimeMs));
  return date.getUTCFullYear() > lastYear ? undefined : date.toISOString();
}

/** Converts a time in ISO 8601 to a file time; undefined if it is not valid. */
export function isoToFileTime(text: string): string | undefined {
  const ms = isoMs(text);
  return ms === undefined ? undefined : String((BigInt(ms) + unixEpochAsFileTimeMs) * fileTimesPerMs);
}

/** Converts a generalized time to ISO 8601 in UTC; returns the text unchanged if it is not valid. */
export function generalizedTimeToIso(text: string): string {
  const ms = generalizedTimeMs(text);
  return ms === undefined ? text : new Date(ms).toISOString();
}

/** Converts a time in ISO 8601 to a generalized time; undefined if it is not valid. */
export function isoToGeneralizedTime(text: string): string | undefined {
  const ms = isoMs(text);
  return ms === undefined ? undefined : `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}.0Z`;
}

/** Parses a generalized time such as 20261121140930.0Z into milliseconds UTC; undefined if it is not valid. */
export function generalizedTimeMs(text: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text ?? "");
  if (parts === null) return undefined;
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number);
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function isoMs(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

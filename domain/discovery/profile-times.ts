const dayMs = 86_400_000;
const days = /^(\d{4}-\d{2}-\d{2})$/;
const moments = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const generalized = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\.\d+)?Z$/;
const fileTime = /^(0|\d{17,19})$/;
/** Value by which Active Directory says that an account never expires; 0 says it too. */
const neverFileTime = "9223372036854775807";
/** Milliseconds from 1601, where file times begin, to 1970. */
const fileTimeStartMs = 11_644_473_600_000;
const hundredNanosecondsPerMs = 10_000n;

/** Forms of times that a source may give, in words. */
export const profileTimeRule =
  "a day or a moment such as 2030-01-31 or 2030-01-31T08:00:00Z, 20300131080000Z, or a file time of Active Directory";

/**
 * Returns the time that a text of a source names, in milliseconds UTC; null for none or never, undefined if the text is no time. A day that
 * is an end counts to its end in UTC.
 */
export function profileTime(name: "startsAt" | "endsAt", text: string): number | null | undefined {
  const value = text.trim();
  if (value === "") return null;
  if (days.test(value)) return known(Date.parse(value) + (name === "endsAt" ? dayMs : 0));
  if (moments.test(value)) return known(Date.parse(value));
  if (generalized.test(value)) return known(Date.parse(value.replace(generalized, "$1-$2-$3T$4:$5:$6Z")));
  if (!fileTime.test(value)) return undefined;
  if (value === "0" || value === neverFileTime) return null;
  return known(Number(BigInt(value) / hundredNanosecondsPerMs) - fileTimeStartMs);
}

const known = (ms: number) => (Number.isNaN(ms) ? undefined : ms);

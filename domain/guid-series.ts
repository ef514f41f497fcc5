const millisecondDigits = 12;
const counterDigits = 8;

/** Number of characters at the end in which the GUIDs of a series differ; all before them are the same. */
export const guidSeriesEnd = counterDigits;

/**
 * Gives new keys for many rows at once, each greater than the one before, because a database adds them at the end of its
 * trees: guids of version 7 with a counter (RFC 9562 6.2, method 1) from the milliseconds UTC and a random guid.
 */
export function guidSeries(nowMs: number, random: string): () => string {
  const time = nowMs.toString(16).padStart(millisecondDigits, "0");
  // The random guid gives what stands behind its version and, with its variant, what stands before the counter.
  const [, , version = "", variant = "", node = ""] = random.split("-");
  const head = `${time.slice(0, 8)}-${time.slice(8)}-7${version.slice(1)}-${variant}-${node.slice(counterDigits)}`;
  let taken = 0;
  return () => head + (taken++).toString(16).padStart(counterDigits, "0");
}

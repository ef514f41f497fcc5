/**
 * Returns the size of a bench: the full one, or with `GATEHOUSE_BENCH=short` one that only shows that the bench runs and its
 * answers are right.
 */
export function benchSize<T>(short: T, whole: T): T {
  return process.env["GATEHOUSE_BENCH"] === "short" ? short : whole;
}

/** Gives the size of a bench: the whole one, or with `GATEHOUSE_BENCH=short` one that only shows that the bench can be run and that its answers are right. */
export function benchSize<T>(short: T, whole: T): T {
  return process.env["GATEHOUSE_BENCH"] === "short" ? short : whole;
}

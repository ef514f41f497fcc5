/** A deadline by the clock, and by the time that has passed. */
export interface Deadline {
  readonly deadlineAt: number | null;
  readonly steadyDeadline: number | null;
}

/** Makes a function that gives a row with its deadline as the clock stands now, where time was counted. */
export function withDeadline(passed: number | null, now: number): <R extends Deadline>(row: R) => R {
  return (row) =>
    passed === null || row.steadyDeadline === null ? row : { ...row, deadlineAt: now + row.steadyDeadline - passed };
}

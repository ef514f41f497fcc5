/** Period of access, in milliseconds UTC. */
interface Period {
  readonly from: number;
  readonly until: number;
}

const hourMs = 60 * 60 * 1000;

/**
 * Returns the time at which the end of access is announced: a number of hours before it; undefined for access that is as short as that, of
 * which everyone knows the end.
 */
export function endWarningAt({ from, until }: Period, hoursBefore: number): number | undefined {
  const at = until - hoursBefore * hourMs;
  return hoursBefore > 0 && at > from ? at : undefined;
}

/** The moment that somebody has entered in the time of the browser; null = none, or none that there is. */
export function momentOf(entered: string): string | null {
  const time = Date.parse(entered);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Converts an entered local date and time to an ISO 8601 moment in UTC; null if it is empty or invalid. */
export function momentOf(entered: string): string | null {
  const time = Date.parse(entered);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

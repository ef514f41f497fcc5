const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Returns true for a day of the calendar such as 2030-01-31; a day that its month does not have is none, although a date parser takes it for one of the next month. */
export function isCalendarDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

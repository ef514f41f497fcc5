/** Returns the moment of an entered local time; null if it is empty. */
export const momentOf = (typed: string) => (typed === "" ? null : new Date(typed).toISOString());

/** Returns a moment as the local time that a field shows. */
export function enteredMoment(moment: string): string {
  if (moment === "") return "";
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, "2030-01-01T00:00".length);
}

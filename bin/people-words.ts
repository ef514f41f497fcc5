import type { PeopleCounts } from "#domain/discovery/people.ts";

/** Describes the changes of a discovery to users in words; empty if there are none. */
export function peopleWords(people: PeopleCounts | null | undefined): string {
  if (!people) return "";
  const { added, changed, enabled, disabled } = people;
  const done = Object.entries({ added, changed, enabled, disabled }).filter(([, count]) => count > 0);
  return done.length === 0 ? "" : `people: ${done.map(([what, count]) => `${count} ${what}`).join(", ")}`;
}

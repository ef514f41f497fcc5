/** Keys with a number each, as a fact of a notice keeps them; what is left out is said by its end. */
const parts = { between: ", ", before: " ", rest: "…" } as const;

/** Keys with their counts, the most first, as one fact of a notice: at most so many, and a sign where there are more. */
export function countedKeys(counts: ReadonlyMap<string, number>, max: number): string {
  const sorted = [...counts].toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  const first = sorted.slice(0, max).map(([key, count]) => `${key}${parts.before}${count}`);
  return [...first, ...(sorted.length > max ? [parts.rest] : [])].join(parts.between);
}

/** The keys of such a fact. */
export function keysCounted(fact: string): readonly string[] {
  return told(fact).flatMap(([key, count]) => (count === undefined ? [] : [key]));
}

/** Such a fact for people, with names in the place of keys. */
export function countedNames(fact: string, nameOf: (key: string) => string): string {
  return told(fact)
    .map(([key, count]) => (count === undefined ? key : `${nameOf(key)} (${count})`))
    .join(parts.between);
}

function told(fact: string): readonly (readonly [key: string, count?: string])[] {
  if (fact === "") return [];
  return fact.split(parts.between).map((part): readonly [string, string?] => {
    const [key = "", count] = part.split(parts.before);
    return count === undefined ? [key] : [key, count];
  });
}

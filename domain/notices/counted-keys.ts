/** Separators of a fact that holds keys with a number each; `rest` ends a list that was cut. */
const parts = { between: ", ", before: " ", rest: "…" } as const;

/**
 * Returns keys with their counts as one fact of a notice, the largest count first. At most `max` keys are kept; a sign at the end marks a
 * cut list.
 */
export function countedKeys(counts: ReadonlyMap<string, number>, max: number): string {
  const sorted = [...counts].toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  const first = sorted.slice(0, max).map(([key, count]) => `${key}${parts.before}${count}`);
  return [...first, ...(sorted.length > max ? [parts.rest] : [])].join(parts.between);
}

/** Returns the keys of such a fact. */
export function keysCounted(fact: string): readonly string[] {
  return told(fact).flatMap(([key, count]) => (count === undefined ? [] : [key]));
}

/** Returns such a fact for readers, with names instead of keys. */
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

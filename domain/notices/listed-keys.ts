const between = ", ";

/** Returns keys as one fact of a notice. */
export function listedKeys(keys: readonly string[]): string {
  return keys.join(between);
}

/** Returns the keys of such a fact. */
export function keysListed(fact: string): readonly string[] {
  return fact === "" ? [] : fact.split(between);
}

/** Returns such a fact for readers, with names instead of keys. */
export function listedNames(fact: string, nameOf: (key: string) => string): string {
  return keysListed(fact).map(nameOf).join(between);
}

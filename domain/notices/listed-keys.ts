const between = ", ";

/** Keys as one fact of a notice. */
export function listedKeys(keys: readonly string[]): string {
  return keys.join(between);
}

/** The keys of such a fact. */
export function keysListed(fact: string): readonly string[] {
  return fact === "" ? [] : fact.split(between);
}

/** Such a fact for people, with names in the place of keys. */
export function listedNames(fact: string, nameOf: (key: string) => string): string {
  return keysListed(fact).map(nameOf).join(between);
}

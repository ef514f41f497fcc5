import { type Difference, inOrder, type PersonDifferences } from "#domain/roles/differences.ts";

/** Differences that are being gathered by person. */
export class FoundPeople {
  readonly #people = new Map<string, Difference[]>();

  add(userKey: string, ...differences: readonly Difference[]): void {
    const known = this.#people.get(userKey);
    if (known === undefined) this.#people.set(userKey, [...differences]);
    else known.push(...differences);
  }

  /** Returns the people in the order of their keys, each with differences in their order. */
  inOrder(): readonly PersonDifferences[] {
    return [...this.#people.keys()].toSorted().map((userKey) => ({
      userKey,
      differences: (this.#people.get(userKey) ?? []).toSorted(inOrder),
    }));
  }
}

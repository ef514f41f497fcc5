/** A value that stands under a name. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * The values under each name, in their order, as own properties of an object: whatever the names are. `constructor` and
 * `__proto__` are names like any other.
 */
export function valuesByName(named: readonly NamedValue[]): Readonly<Record<string, readonly string[]>> {
  const groups = Map.groupBy(named, ({ name }) => name);
  return Object.fromEntries([...groups].map(([name, same]) => [name, same.map(({ value }) => value)]));
}

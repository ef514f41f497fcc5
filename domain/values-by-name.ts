/** A value with its name. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Groups values by name, in their order, as own properties of an object: `constructor` and `__proto__` are names like any other. */
export function valuesByName(named: readonly NamedValue[]): Readonly<Record<string, readonly string[]>> {
  const groups = Map.groupBy(named, ({ name }) => name);
  return Object.fromEntries([...groups].map(([name, same]) => [name, same.map(({ value }) => value)]));
}

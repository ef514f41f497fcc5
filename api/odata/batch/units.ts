/** Cuts a list into its steps: adjacent items of one group are one step, and each item without a group is one alone. */
export function unitsOf<T>(list: readonly T[], groupOf: (item: T) => string | null): readonly (readonly T[])[] {
  const units: T[][] = [];
  let open: string | null = null;
  for (const item of list) {
    const group = groupOf(item);
    if (group !== null && group === open) units.at(-1)?.push(item);
    else units.push([item]);
    open = group;
  }
  return units;
}

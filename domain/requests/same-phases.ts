/** Phase, as far as it is compared with others. */
interface NumberedRule {
  readonly sequence: number;
  readonly rule: string | null;
}

/**
 * Returns the known phases that a new list contains, by their numbers in that list. Active requests read the rule of a phase when they
 * reach it, so a phase with only a new number must be neither repeated nor skipped. A phase is the one with its number before. It is the
 * one with its rule if that explains the list by fewer new, removed or changed phases.
 */
export function samePhases<Known extends NumberedRule>(
  known: readonly Known[],
  given: readonly NumberedRule[],
): ReadonlyMap<number, Known> {
  const same = new Map<number, Known>();
  const take = (phase: NumberedRule, fits: (one: Known) => boolean) => {
    const found = known.find((one) => fits(one) && ![...same.values()].includes(one));
    if (found !== undefined && !same.has(phase.sequence)) same.set(phase.sequence, found);
  };
  for (const phase of given) take(phase, (one) => one.rule === phase.rule && one.sequence === phase.sequence);
  for (const phase of given) take(phase, (one) => one.rule === phase.rule);
  if (known.length + given.length - 2 * same.size >= otherByNumber(known, given)) same.clear();
  for (const phase of given) take(phase, (one) => one.sequence === phase.sequence);
  return same;
}

/** Returns the number of positions whose rule is different, new or gone. */
function otherByNumber(known: readonly NumberedRule[], given: readonly NumberedRule[]): number {
  const ruleAt = (list: readonly NumberedRule[], number: number) =>
    list.find(({ sequence }) => sequence === number)?.rule;
  const numbers = new Set([...known, ...given].map(({ sequence }) => sequence));
  return [...numbers].filter((number) => ruleAt(known, number) !== ruleAt(given, number)).length;
}

/** A phase of something, as far as it is compared with others. */
interface NumberedRule {
  readonly sequence: number;
  readonly rule: string | null;
}

/**
 * Which phases of a new list are phases that were there, by their numbers in that list: requests under way take the rule of a phase when
 * they come to it, so that a phase which has only got another number is neither asked for twice nor left out. A phase is the one of its
 * number before, or the one of its rule where that explains the list by fewer phases that are new, gone or changed.
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

/** How many numbers have another rule than before, or have or had none. */
function otherByNumber(known: readonly NumberedRule[], given: readonly NumberedRule[]): number {
  const ruleAt = (list: readonly NumberedRule[], number: number) =>
    list.find(({ sequence }) => sequence === number)?.rule;
  const numbers = new Set([...known, ...given].map(({ sequence }) => sequence));
  return [...numbers].filter((number) => ruleAt(known, number) !== ruleAt(given, number)).length;
}

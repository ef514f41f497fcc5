/** A decision, as far as it says about which operations it is. */
export interface DecisionAbout {
  /** The keys of the operations; null = all of the request. */
  readonly operationKeys: readonly string[] | null;
}

/** Where a phase stands with all operations of a request. */
export interface PhaseVerdict {
  /** Denied where every operation is; approved where each is decided and one at least is approved. */
  readonly outcome: "approved" | "denied" | "open";
  /** The keys of the operations that are denied where others are approved. */
  readonly denied: readonly string[];
}

/** Whether a decision is about an operation. */
export function isAbout({ operationKeys }: DecisionAbout, operationKey: string): boolean {
  return operationKeys === null || operationKeys.includes(operationKey);
}

/** Whether something was decided about single operations. */
export function namesOperations(decisions: readonly DecisionAbout[]): boolean {
  return decisions.some(({ operationKeys }) => operationKeys !== null);
}

/**
 * Decides a phase for each operation that is still asked for, by the decisions about it and the rule of the phase. Where all
 * decisions are about all operations, this is what the rule says once.
 */
export function phaseVerdict<D extends DecisionAbout>(
  decisions: readonly D[],
  operationKeys: readonly string[],
  outcomeOf: (decisions: readonly D[]) => PhaseVerdict["outcome"],
): PhaseVerdict {
  if (!namesOperations(decisions)) return { outcome: outcomeOf(decisions), denied: [] };
  const outcomes = operationKeys.map((key) => outcomeOf(decisions.filter((one) => isAbout(one, key))));
  const denied = operationKeys.filter((_key, place) => outcomes[place] === "denied");
  if (outcomes.includes("open")) return { outcome: "open", denied: [] };
  return denied.length === operationKeys.length ? { outcome: "denied", denied: [] } : { outcome: "approved", denied };
}

/**
 * The decisions that are to be explained: those about the first operation that is not decided yet, or about the first one. Where
 * nothing was decided about single operations, all.
 */
export function decisionsToExplain<D extends DecisionAbout>(
  decisions: readonly D[],
  operationKeys: readonly string[],
  outcomeOf: (decisions: readonly D[]) => PhaseVerdict["outcome"],
): readonly D[] {
  if (!namesOperations(decisions)) return decisions;
  const about = operationKeys.map((key) => decisions.filter((one) => isAbout(one, key)));
  return about.find((some) => outcomeOf(some) === "open") ?? about[0] ?? decisions;
}

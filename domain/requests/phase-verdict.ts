/** Decision, as far as it says which operations it covers. */
export interface DecisionAbout {
  /** Keys of the operations; null if it covers all of the request. */
  readonly operationKeys: readonly string[] | null;
}

/** Verdict of a phase over all operations of a request. */
export interface PhaseVerdict {
  /** `denied` if every operation is; `approved` if each is decided and at least one is approved. */
  readonly outcome: "approved" | "denied" | "open";
  /** Keys of the denied operations if others are approved. */
  readonly denied: readonly string[];
}

/** Returns true if a decision covers an operation. */
export function isAbout({ operationKeys }: DecisionAbout, operationKey: string): boolean {
  return operationKeys === null || operationKeys.includes(operationKey);
}

/** Returns true if any decision is about single operations. */
export function namesOperations(decisions: readonly DecisionAbout[]): boolean {
  return decisions.some(({ operationKeys }) => operationKeys !== null);
}

/**
 * Decides a phase for each operation that is still requested, by the decisions about it and the rule of the phase. If all decisions cover
 * all operations, the rule decides once.
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
 * Returns the decisions to explain: those about the first operation that is not decided yet, or else about the first one. If no decision
 * is about single operations, returns all.
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

import type { ChainStep } from "./auth-chain.ts";
import type { KnownComponent } from "./component.ts";

// Marks are kept, because a step is compared with many others.
const marks = new WeakMap<ChainStep, string>();

/** Returns the mark by which a step is recognized in another chain: its component and all its options, set or by default. */
export function stepMark(step: ChainStep, known: KnownComponent | undefined): string {
  const made = marks.get(step);
  if (made !== undefined) return made;
  const { component, configuration } = step;
  const usual = Object.entries(known?.options ?? {}).map(([name, option]) => [name, option.default] as const);
  const told = { ...Object.fromEntries(usual), ...configuration };
  const mark = JSON.stringify([component, Object.entries(told).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  marks.set(step, mark);
  return mark;
}

/** Proof by a step who the user is. */
export interface StepProof {
  readonly mark: string;
  readonly outcome: string;
}

/** Returns the outcome of the proof that stands for a step, and the other proofs; undefined if there is none. */
export function proofFor(
  mark: string,
  kept: readonly StepProof[],
): { readonly outcome: string; readonly left: readonly StepProof[] } | undefined {
  const index = kept.findIndex((proof) => proof.mark === mark);
  const proof = kept[index];
  return proof && { outcome: proof.outcome, left: kept.filter((_, other) => other !== index) };
}

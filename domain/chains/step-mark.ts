import type { ChainStep } from "./auth-chain.ts";
import type { KnownComponent } from "./component.ts";

// A step is compared with many others.
const marks = new WeakMap<ChainStep, string>();

/** By what a step is known as the same in another chain: its component and all that this is told, said or by default. */
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

/** A step that has proved who it is. */
export interface StepProof {
  readonly mark: string;
  readonly outcome: string;
}

/** The proof that stands for a step, and the others; undefined where none does. */
export function proofFor(
  mark: string,
  kept: readonly StepProof[],
): { readonly outcome: string; readonly left: readonly StepProof[] } | undefined {
  const index = kept.findIndex((proof) => proof.mark === mark);
  const proof = kept[index];
  return proof && { outcome: proof.outcome, left: kept.filter((_, other) => other !== index) };
}

import type { Capability } from "../operations.ts";
import type { Bench } from "./bench.ts";
import type { KitSamples } from "./target.ts";

/** One rule of the contract: its name is the sentence that must hold. */
export interface KitRule {
  readonly name: string;
  /** The rule is left out for a connector that lacks one of these. */
  readonly needs: readonly Capability[];
  /** The rule is left out for a target without this sample. */
  readonly sample?: keyof KitSamples;
  /** Throws with words when the rule does not hold; a text that is returned says why it does not apply after all. */
  check(bench: Bench): Promise<string | void>;
}

/** What became of one rule. */
export interface KitResult {
  readonly rule: string;
  readonly ok: boolean;
  /** Why it failed, or why it was left out; empty when it holds. */
  readonly message: string;
  /** The rule does not apply to this connector and target. */
  readonly leftOut: boolean;
}

/** Throws with words unless the condition holds. */
export function ensure(condition: boolean, words: string): asserts condition {
  if (!condition) throw new Error(words);
}

/** Why a rule about attributes does not apply. */
export const noAttribute = "the target has no multi-valued text attribute";

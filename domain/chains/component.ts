import type { ChainStep } from "./auth-chain.ts";

/** Option of a component that a step of a chain may set. */
export interface ComponentOption {
  readonly type: "text" | "number" | "flag";
  readonly title: string;
  /** Value if a step sets none; without a default the step has to set one. */
  readonly default?: string | number | boolean;
  /** Allowed texts, if not every text is allowed. */
  readonly members?: readonly string[];
  /** Bounds of a number, which must be whole. */
  readonly between?: readonly [least: number, most: number];
}

/** Properties of a component that a chain may rely on. */
export interface KnownComponent {
  readonly outcomes: readonly string[];
  /** Outcomes that prove who signs in. */
  readonly authenticates: readonly string[];
  /** Options that a step may set; absent if it may set any. */
  readonly options?: Readonly<Record<string, ComponentOption>>;
  /** True if a step may set more options than these. */
  readonly takesMore?: boolean;
}

/** Parts that a chain is checked against. */
export interface KnownParts {
  readonly components: ReadonlyMap<string, KnownComponent>;
  /** Facts that selectors may name. */
  readonly facts: readonly string[];
  /** Finds the parts that a step names and that do not exist at this moment, by places within the step; absent if that is unknown. */
  readonly unready?: (step: ChainStep) => readonly ChainFault[];
}

/** Fault of a chain: its place, and the broken rule with the way out. */
export interface ChainFault {
  /** Path, such as `steps.password.outcomes.failed`. */
  readonly place: string;
  readonly message: string;
}

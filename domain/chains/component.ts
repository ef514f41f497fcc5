import type { ChainStep } from "./auth-chain.ts";

/** What a component may be told by a step of a chain. */
export interface ComponentOption {
  readonly type: "text" | "number" | "flag";
  readonly title: string;
  /** What holds where a step says nothing; without it the step has to say it. */
  readonly default?: string | number | boolean;
  /** The texts that it may be, where not every text will do. */
  readonly members?: readonly string[];
  /** The bounds of a number, which is a whole one. */
  readonly between?: readonly [least: number, most: number];
}

/** What a chain may count on of a component. */
export interface KnownComponent {
  readonly outcomes: readonly string[];
  /** The outcomes behind which it is proved who signs in. */
  readonly authenticates: readonly string[];
  /** What a step may tell it; without it anything. */
  readonly options?: Readonly<Record<string, ComponentOption>>;
  /** Whether a step may tell it more than these. */
  readonly takesMore?: boolean;
}

/** What a chain is checked against. */
export interface KnownParts {
  readonly components: ReadonlyMap<string, KnownComponent>;
  /** The facts that selectors may name. */
  readonly facts: readonly string[];
  /** What a step names that is not there at this moment, by places within the step; without it nobody knows. */
  readonly unready?: (step: ChainStep) => readonly ChainFault[];
}

/** Something wrong with a chain: where, and the rule with the way out. */
export interface ChainFault {
  /** Such as `steps.password.outcomes.failed`. */
  readonly place: string;
  readonly message: string;
}

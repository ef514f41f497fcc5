/** Ways in which a selector judges the value of its expression (specification 5). */
export const matchTypes = ["set", "notset", "equal", "notequal"] as const;
/** Way in which a selector judges a value. */
export type MatchType = (typeof matchTypes)[number];

/** Condition for the selection of a chain. */
export interface Selector {
  /** Fact of the sign-in, such as `ip`. */
  readonly expression: string;
  readonly match: MatchType;
  /** Value that the fact is compared with; `equal` and `notequal` need it, the others have none. */
  readonly value?: string;
}

/** Ends of a chain. */
export const chainEnds = ["ALLOW", "DENY"] as const;

/** Place of a sign-in that its chain has allowed, while its aim asks for something itself; no step bears this name. */
export const behindChain = "ALLOW";

/** One step of a chain. */
export interface ChainStep {
  /** ID of the component that carries the step out. */
  readonly component: string;
  /** Options for the component. */
  readonly configuration: Readonly<Record<string, string | number | boolean>>;
  /** Target of each outcome of the component: the name of another step, or an end. */
  readonly outcomes: Readonly<Record<string, string>>;
}

/** Purposes of chains. */
export const chainPurposes = {
  signIn: "signs somebody in",
  forgotPassword: "lets somebody choose another password who has forgotten theirs",
  identify: "lets a help desk find out who is on the telephone",
} as const satisfies Readonly<Record<string, string>>;

/** Purpose of a chain. */
export type ChainPurpose = keyof typeof chainPurposes;

/** Steps of an authentication, as data. */
export interface AuthChain {
  readonly name: string;
  readonly description: string;
  readonly purpose: ChainPurpose;
  /** Priority among the matching chains of a purpose: the lowest position wins, and among equal ones the first name. */
  readonly position: number;
  /** Selectors that must all match for the chain to be taken. */
  readonly selectors: readonly Selector[];
  /** Name of the first step. */
  readonly first: string;
  readonly steps: Readonly<Record<string, ChainStep>>;
}

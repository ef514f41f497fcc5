/** How a selector judges what its expression gives (specification 5). */
export const matchTypes = ["set", "notset", "equal", "notequal"] as const;
/** One of them. */
export type MatchType = (typeof matchTypes)[number];

/** One condition of when a chain is taken. */
export interface Selector {
  /** A fact of the sign-in, such as `ip`. */
  readonly expression: string;
  readonly match: MatchType;
  /** What the fact is compared with; `equal` and `notequal` need it, the others have none. */
  readonly value?: string;
}

/** Where a chain ends. */
export const chainEnds = ["ALLOW", "DENY"] as const;

/** Where a sign-in stands that its chain has allowed while what it is for asks for something itself; no step bears this name. */
export const behindChain = "ALLOW";

/** One step of a chain. */
export interface ChainStep {
  /** What is done: the id of a component. */
  readonly component: string;
  /** What the component is told. */
  readonly configuration: Readonly<Record<string, string | number | boolean>>;
  /** Where each outcome of the component leads: to the name of another step, or to an end. */
  readonly outcomes: Readonly<Record<string, string>>;
}

/** What chains are walked for. */
export const chainPurposes = {
  signIn: "signs somebody in",
  forgotPassword: "lets somebody choose another password who has forgotten theirs",
  identify: "lets a help desk find out who is on the telephone",
} as const satisfies Readonly<Record<string, string>>;

/** One of them. */
export type ChainPurpose = keyof typeof chainPurposes;

/** The steps by which somebody is signed in, as data. */
export interface AuthChain {
  readonly name: string;
  readonly description: string;
  readonly purpose: ChainPurpose;
  /** Of several chains of a purpose that match, that with the lowest position is taken, and of these the first by name. */
  readonly position: number;
  /** All must match for the chain to be taken. */
  readonly selectors: readonly Selector[];
  /** The name of the step that comes first. */
  readonly first: string;
  readonly steps: Readonly<Record<string, ChainStep>>;
}

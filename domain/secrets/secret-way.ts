import type { SecretKind } from "./secret-kinds.ts";

/** What keeps a secret from who leads it elsewhere, or lets nobody do it unseen. */
export const secretGuards = {
  takesAway: "What is stored goes, or there is nothing yet: it is to be written again.",
  needsRight: "The caller needs the right that having the secret needs, or a policy made for this way alone.",
  refused: "It is refused while there is such a secret.",
  told: "Superusers and those who answer for the secret are told.",
  outside: "No user can do it: it takes the data folder of the service.",
  neverSent: "The secret goes nowhere by it.",
} as const;

/** The name of a guard. */
export type SecretGuard = keyof typeof secretGuards;

/** How a kind of secrets is kept where an operation leads it elsewhere: at least one guard, each of which a test tries. */
export interface GuardedSecret {
  readonly by: readonly [SecretGuard, ...SecretGuard[]];
  /** What happens, in one sentence. */
  readonly because: string;
}

/** An operation by which secrets can be led elsewhere. */
export interface SecretWay {
  /** The columns that it may write, as table.column of `secretColumns`. */
  readonly writes: readonly string[];
  readonly secrets: { readonly [Kind in SecretKind]?: GuardedSecret };
}

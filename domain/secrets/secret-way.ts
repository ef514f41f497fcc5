import type { SecretKind } from "./secret-kinds.ts";

/** Guards that keep a secret from a user who redirects it, or report the redirection. */
export const secretGuards = {
  takesAway: "What is stored goes, or there is nothing yet: it is to be written again.",
  needsRight: "The caller needs the right that having the secret needs, or a policy made for this way alone.",
  refused: "It is refused while there is such a secret.",
  told: "Superusers and those who answer for the secret are told.",
  outside: "No user can do it: it takes the data folder of the service.",
  neverSent: "The secret goes nowhere by it.",
} as const;

/** Name of a guard. */
export type SecretGuard = keyof typeof secretGuards;

/** Protection of a kind of secrets when an operation redirects it: at least one guard, each of which has a test. */
export interface GuardedSecret {
  readonly by: readonly [SecretGuard, ...SecretGuard[]];
  /** Effect in one sentence. */
  readonly because: string;
}

/** An operation that can redirect secrets. */
export interface SecretWay {
  /** Columns that it may write, as table.column of `secretColumns`. */
  readonly writes: readonly string[];
  readonly secrets: { readonly [Kind in SecretKind]?: GuardedSecret };
}

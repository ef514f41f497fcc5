import type { ChainPurpose } from "./auth-chain.ts";

/** Aims of a sign-in, with the purpose of the chain that each walks. */
const purposes = {
  browserSession: "signIn",
  tokens: "signIn",
  code: "signIn",
  /** Second walk through the user's sign-in chain, within a session of theirs. */
  prove: "signIn",
  identify: "identify",
  newPassword: "forgotPassword",
} as const satisfies Readonly<Record<string, ChainPurpose>>;

/** Aim of a sign-in, reached if its chain allows it. */
export type AttemptAim = keyof typeof purposes;

/** All aims. */
export const attemptAims = Object.keys(purposes) as readonly AttemptAim[];

/** Returns the purpose of the chains that lead to an aim. */
export function purposeOf(aim: AttemptAim): ChainPurpose {
  return purposes[aim];
}

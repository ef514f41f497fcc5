import type { ChainPurpose } from "./auth-chain.ts";

/** What a sign-in may be begun for, and the purpose of the chain that it walks. */
const purposes = {
  browserSession: "signIn",
  tokens: "signIn",
  code: "signIn",
  /** The chain by which they sign in is walked once more, within a session of theirs. */
  prove: "signIn",
  identify: "identify",
  newPassword: "forgotPassword",
} as const satisfies Readonly<Record<string, ChainPurpose>>;

/** What a sign-in leads to where its chain allows it. */
export type AttemptAim = keyof typeof purposes;

/** The aims that there are. */
export const attemptAims = Object.keys(purposes) as readonly AttemptAim[];

/** The purpose of the chains by which an aim is reached. */
export function purposeOf(aim: AttemptAim): ChainPurpose {
  return purposes[aim];
}

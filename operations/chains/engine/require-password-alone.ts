import { passwordAlone } from "#domain/chains/choose-chain.ts";
import type { OneCallDoorName } from "#domain/chains/sign-in-doors.ts";
import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../../kernel/context.ts";
import { factsAtDoor } from "./facts-at-door.ts";
import { chainTaken } from "./stored-chains.ts";

declare const asksNoMore: unique symbol;

/** Proof that the chain of a name asks for a password and nothing else; without it a password admits no one. */
export interface PasswordAlone {
  readonly [asksNoMore]: true;
}

/** A sign-in by a single call. */
interface OneCall {
  readonly door: OneCallDoorName;
  /** ID of the checked client; null if the entry point names none. */
  readonly checkedClient: string | null;
  readonly userName: string;
}

/**
 * Throws SIGN_IN_INTERACTIVE if the chosen chain asks for more than a password, or no chain is chosen: then no one signs in by name and
 * password in one call. Call it before the password is checked, so that the answer is the same for every user.
 * @throws SIGN_IN_INTERACTIVE
 */
export async function requirePasswordAlone(context: CallContext, call: OneCall): Promise<PasswordAlone> {
  const facts = factsAtDoor(context, { ...call, said: {} });
  const taken = await chainTaken(context, { purpose: "signIn", facts });
  if (taken === undefined || passwordAlone(taken.chain) === undefined)
    throw new ServiceError("SIGN_IN_INTERACTIVE", { detail: `chain: ${taken?.chain.name ?? "none"}` });
  return { chain: taken.chain.name } as unknown as PasswordAlone;
}

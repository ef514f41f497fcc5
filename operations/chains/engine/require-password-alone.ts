import { passwordAlone } from "#domain/chains/choose-chain.ts";
import type { OneCallDoorName } from "#domain/chains/sign-in-doors.ts";
import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../../kernel/context.ts";
import { factsAtDoor } from "./facts-at-door.ts";
import { chainTaken } from "./stored-chains.ts";

declare const asksNoMore: unique symbol;

/** The word that the chain of a name asks for a password and for nothing else: without it a password admits nobody. */
export interface PasswordAlone {
  readonly [asksNoMore]: true;
}

/** Who wants to sign in by one call. */
interface OneCall {
  readonly door: OneCallDoorName;
  /** The client for which it is done, checked; null = the door has none to name. */
  readonly checkedClient: string | null;
  readonly userName: string;
}

/**
 * Lets nobody sign in by name and password in one call where the chain that is taken asks for more, or where no chain is taken. To be
 * called before a password is looked at, so that it is the same for everybody.
 * @throws SIGN_IN_INTERACTIVE
 */
export async function requirePasswordAlone(context: CallContext, call: OneCall): Promise<PasswordAlone> {
  const facts = factsAtDoor(context, { ...call, said: {} });
  const taken = await chainTaken(context, { purpose: "signIn", facts });
  if (taken === undefined || passwordAlone(taken.chain) === undefined)
    throw new ServiceError("SIGN_IN_INTERACTIVE", { detail: `chain: ${taken?.chain.name ?? "none"}` });
  return { chain: taken.chain.name } as unknown as PasswordAlone;
}

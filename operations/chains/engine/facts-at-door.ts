import type { ChainFactName, SaidFactName } from "#domain/chains/chain-facts.ts";
import { type SignInDoorName, signInDoors } from "#domain/chains/sign-in-doors.ts";
import { ownClientId } from "#domain/identity/own-client.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Facts of a sign-in, by the names in selectors. */
export type FactsAtDoor = Readonly<Partial<Record<ChainFactName, string>>>;

/** Facts that an entry point knows about a sign-in, and statements of the caller. */
export interface AtDoor {
  readonly door: SignInDoorName;
  /** ID of the checked client; null if the entry point names none. */
  readonly checkedClient: string | null;
  /** Null if unknown. */
  readonly userName: string | null;
  readonly said: Readonly<Partial<Record<SaidFactName, string | undefined>>>;
}

/**
 * Returns the facts by which the chain of a sign-in is chosen, alike at every entry point: callers cannot state the IP address, or a client
 * that was not checked.
 */
export function factsAtDoor(
  { caller }: Pick<CallContext, "caller">,
  { door, checkedClient, userName, said }: AtDoor,
): FactsAtDoor {
  const client = signInDoors[door].client === "own" ? ownClientId : (checkedClient ?? ownClientId);
  const facts: Readonly<Record<ChainFactName, string | null | undefined>> = {
    ip: caller.ip,
    client,
    userName,
    origin: said.origin,
    language: said.language,
    provider: said.provider,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null));
}

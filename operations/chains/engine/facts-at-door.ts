import type { ChainFactName, SaidFactName } from "#domain/chains/chain-facts.ts";
import { type SignInDoorName, signInDoors } from "#domain/chains/sign-in-doors.ts";
import { ownClientId } from "#domain/identity/own-client.ts";

import type { CallContext } from "../../kernel/context.ts";

/** The facts of a sign-in, by the names that selectors use. */
export type FactsAtDoor = Readonly<Partial<Record<ChainFactName, string>>>;

/** What a door has found out of a sign-in, and what whoever signs in says. */
export interface AtDoor {
  readonly door: SignInDoorName;
  /** The client for which it is done, checked; null = the door has none to name. */
  readonly checkedClient: string | null;
  /** Null where none is known. */
  readonly userName: string | null;
  readonly said: Readonly<Partial<Record<SaidFactName, string | undefined>>>;
}

/** The facts by which the chain of a sign-in is chosen, the same at every door: nobody says the address, nor a client that was not checked. */
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

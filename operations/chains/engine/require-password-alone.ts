import type { ChainFactName } from "#domain/chains/chain-facts.ts";
import { passwordAlone } from "#domain/chains/choose-chain.ts";
import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext } from "../../context.ts";
import { chainTaken } from "./stored-chains.ts";

/**
 * Lets nobody sign in by name and password in one call where the chain that is taken asks for more, or where no chain is taken. To be
 * called before a password is looked at, so that it is the same for everybody.
 * @throws SIGN_IN_INTERACTIVE
 */
export async function requirePasswordAlone(
  context: Pick<ServiceContext, "store" | "log">,
  facts: Readonly<Partial<Record<ChainFactName, string | undefined>>>,
): Promise<void> {
  const taken = await chainTaken(context, { purpose: "signIn", facts });
  if (taken === undefined || passwordAlone(taken.chain) === undefined)
    throw new ServiceError("SIGN_IN_INTERACTIVE", { detail: `chain: ${taken?.chain.name ?? "none"}` });
}

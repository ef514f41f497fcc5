import { chooseChain, passwordAlone } from "#domain/chains/choose-chain.ts";
import type { ChainFactName } from "#domain/chains/parts.ts";
import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext } from "../../context.ts";
import { chainsInForce } from "./stored-chains.ts";

/**
 * Lets nobody sign in by name and password in one call where the chain that is taken asks for more, or where no chain is taken. To be
 * called before a password is looked at, so that it is the same for everybody.
 * @throws SIGN_IN_INTERACTIVE
 */
export async function requirePasswordAlone(
  context: Pick<ServiceContext, "store" | "log">,
  facts: Readonly<Partial<Record<ChainFactName, string | undefined>>>,
): Promise<void> {
  const chains = await chainsInForce(context);
  const taken = chooseChain(
    chains.map(({ chain }) => chain),
    "signIn",
    facts,
  );
  if (taken === undefined || passwordAlone(taken) === undefined)
    throw new ServiceError("SIGN_IN_INTERACTIVE", { detail: `chain: ${taken?.name ?? "none"}` });
}

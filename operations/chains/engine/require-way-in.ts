import { usualFacts } from "#domain/chains/chain-facts.ts";
import { chooseChain } from "#domain/chains/choose-chain.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import { hasWayIn } from "#domain/chains/walk-chain.ts";
import { ServiceError } from "#domain/errors.ts";
import { ownClientId } from "#domain/identity/own-client.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { refusalOf } from "../../proofs/user-state.ts";
import { chainsInForce } from "./stored-chains.ts";

/**
 * Facts of an ordinary sign-in, as each entry point without another client begins one. Its address belongs to no one, so that no chain for
 * one place is chosen.
 */
const ordinary = usualFacts;

const wayOut = "Look at it with 'gatehouse chain try', or say force: true to do it all the same.";

/**
 * Throws CHAIN_LOCKS_OUT unless an ordinary sign-in still has a chain after a change, in its transaction. A superuser who can sign in at
 * all must be able to pass it. Factors of superusers other than the password are unknown here and count as missing.
 * @throws CHAIN_LOCKS_OUT
 */
export async function requireWayIn(context: CallContext): Promise<void> {
  const chains = (await chainsInForce(context)).map(({ chain }) => chain);
  const start = { chains, purpose: "signIn", facts: ordinary } as const;
  const taken = chooseChain(chains, start.purpose, start.facts);
  if (taken === undefined)
    throw lockedOut(`no chain would be taken for an ordinary sign-in (client ${ownClientId}, from anywhere).`);
  const superusers = (await context.store.select("users", { where: { superuser: true } })).filter(
    canSignIn(context.clock.now()),
  );
  const comesIn = ({ id }: Row<"users">) =>
    hasWayIn(
      { ...start, userName: id },
      ({ component, proves }) => !proves || component === "password",
      builtInParts.components,
    );
  if (superusers.length === 0 || superusers.some(comesIn)) return;
  throw lockedOut(`no superuser could come in by the chain '${taken.name}' with a password alone.`);
}

const canSignIn = (now: number) => (user: Row<"users">) =>
  user.passwordHash !== null && refusalOf(user, now) === undefined;

function lockedOut(why: string): ServiceError {
  return new ServiceError("CHAIN_LOCKS_OUT", { target: "force", message: `After this change ${why} ${wayOut}` });
}

import { chooseChain } from "#domain/chains/choose-chain.ts";
import { ServiceError } from "#domain/errors.ts";

import { chainsInForce } from "../../../chains/engine/stored-chains.ts";
import { factsOf, purposeOfAttempt } from "../attempts.ts";
import { signInComponent } from "../component.ts";

/** Goes on with the chain that what is known by now selects; not with the one that asks. */
export const selectChain = signInComponent<never>({
  async begin(context, { attempt }) {
    const others = (await chainsInForce(context)).filter(({ chain }) => chain.name !== attempt.row.chain);
    const chosen = chooseChain(
      others.map(({ chain }) => chain),
      purposeOfAttempt(attempt),
      factsOf(attempt),
    );
    const taken = others.find(({ chain }) => chain === chosen);
    if (taken === undefined) return { outcome: "none", reason: "no chain is selected" };
    return { chain: taken.chain.name, number: taken.number };
  },
  judge: () => Promise.reject(asksNothing()),
  decide: () => Promise.reject(asksNothing()),
});

function asksNothing(): ServiceError {
  return new ServiceError("SIGN_IN_ATTEMPT_MOVED", { detail: "this step asks for nothing" });
}

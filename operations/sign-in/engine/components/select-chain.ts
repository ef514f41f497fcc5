import { ServiceError } from "#domain/errors.ts";

import { chainTaken } from "../../../chains/engine/stored-chains.ts";
import { factsOf, purposeOfAttempt } from "../attempts.ts";
import { signInComponent } from "../component.ts";

/** Step that moves to the chain that the present facts select, other than its own. */
export const selectChain = signInComponent<never>({
  async begin(context, { attempt }) {
    const purpose = purposeOfAttempt(attempt);
    const taken = await chainTaken(context, { purpose, facts: factsOf(attempt), notNamed: attempt.row.chain });
    if (taken === undefined) return { outcome: "none", reason: "no chain is selected" };
    return { chain: taken.chain.name, number: taken.number };
  },
  judge: () => Promise.reject(asksNothing()),
  decide: () => Promise.reject(asksNothing()),
});

function asksNothing(): ServiceError {
  return new ServiceError("SIGN_IN_ATTEMPT_MOVED", { detail: "this step asks for nothing" });
}

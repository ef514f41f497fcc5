import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { findPhase, requireOpen } from "./engine/find-phase.ts";
import { noteEvent } from "./engine/note-event.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { countAnew } from "./engine/record-decision.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";

/** A withdrawn decision. */
export interface UnapprovedPhase {
  readonly requestKey: string;
  readonly phase: number;
}

/**
 * Withdraws the caller's decision in a phase that is still open: it is kept but no longer counts, and the caller is asked again.
 * @throws NOT_FOUND, PHASE_UNKNOWN, REQUEST_FINAL, PHASE_CLOSED, NOT_DECIDED
 */
export const unapprove = defineOperation({
  name: "requests.unapprove",
  input: z.strictObject({ key: keyInput, phase: phaseInput }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    {
      name: policyOf.action("requests/unapprove"),
      facts: (context, { key, phase }) => phaseFacts(context, key, phase),
    },
  ],
  callers: ["user"],
  offered: offeredOn.decided,
  audit: { operation: "RQUA", describe: ({ key, phase }) => ({ batchId: key, message: `phase ${phase}` }) },
  async run(context, { key, phase }): Promise<UnapprovedPhase> {
    const { store, clock, caller } = context;
    const found = await findPhase(context, key, phase);
    requireOpen(context, found);
    const { votes } = found;
    const mine = votes.decisions.filter(({ userKey }) => userKey === caller.key);
    if (mine.length === 0) throw new ServiceError("NOT_DECIDED", { target: "phase" });
    for (const { key: decision, userKey: user } of mine) {
      await store.save("decisions", { key: decision, voidedAt: clock.now(), voidedBecause: "unapproved" });
      noteEvent(context, key, "unapproved", { decision, phase, user });
    }
    await countAnew(context, found, { ...votes, decisions: votes.decisions.filter((one) => !mine.includes(one)) });
    return { requestKey: key, phase };
  },
});

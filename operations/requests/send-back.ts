import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { requireOpen } from "../approvals/find-phase.ts";
import { waitForRequester } from "../approvals/keep-waiting.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { notice, partiesOf } from "../notices/engine/notice.ts";
import { findRequestPhase } from "./engine/find-request-phase.ts";
import { momentsOf } from "./engine/moments-of.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";
import { scheduleNext } from "./engine/schedule-next.ts";
import { writeComment, type WrittenComment } from "./engine/write-comment.ts";

/**
 * Sends a request back to its requester, who edits and resubmits it, or cancels it. Until then no one decides, and earlier decisions stay.
 * @throws NOT_FOUND, PHASE_UNKNOWN, NOT_AN_AUTHORIZER, REQUEST_FINAL, PHASE_CLOSED, SENT_BACK
 */
export const sendBack = defineOperation({
  name: "requests.sendBack",
  input: z.strictObject({ key: keyInput, phase: phaseInput, comment: filledText(commentMaxCharacters) }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/sendBack"), facts: (context, { key, phase }) => phaseFacts(context, key, phase) },
  ],
  callers: ["user"],
  offered: offeredOn.asked,
  audit: { operation: "RQSK", describe: ({ key, phase }) => ({ batchId: key, message: `phase ${phase}` }) },
  async run(context, { key, phase, comment }): Promise<WrittenComment> {
    const found = await findRequestPhase(context, key, phase);
    if (!found.votes.authorizers.some(({ userKey }) => userKey === context.caller.key))
      throw new ServiceError("NOT_AN_AUTHORIZER", { target: "phase" });
    requireOpen(context, found);
    const request = await context.store.save("reqbatch", { key, sentBackAt: context.clock.now() });
    await waitForRequester(context, request);
    await scheduleNext(context, request, await momentsOf(context, request));
    const written = await writeComment(context, request, { kind: "sentBack", text: comment });
    const facts = { writerKey: context.caller.key ?? "", commentKey: written.key };
    notice(context, "sentBack", { requestKey: key, to: partiesOf(context, request), facts });
    return written;
  },
});

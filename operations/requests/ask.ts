import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { notice } from "../notices/engine/notice.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { requestFacts } from "./engine/request-facts.ts";
import { holdOpenRequest, writeComment, type WrittenComment } from "./engine/write-comment.ts";

/**
 * Asks the requester a question while a request waits for approval; no one must wait for the answer.
 * @throws NOT_FOUND, REQUEST_FINAL, NOT_WAITING
 */
export const ask = defineOperation({
  name: "requests.ask",
  input: z.strictObject({ key: keyInput, text: filledText(commentMaxCharacters) }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/ask"), facts: (context, { key }) => requestFacts(context, key) },
  ],
  callers: ["user"],
  offered: offeredOn.waiting,
  audit: { operation: "RQAS", describe: ({ key }) => ({ batchId: key }) },
  async run(context, { key, text }): Promise<WrittenComment> {
    const request = await holdOpenRequest(context, key);
    if (request.status !== RequestStatus.WaitingForAuthorization)
      throw new ServiceError("NOT_WAITING", { target: "key" });
    const written = await writeComment(context, request, { kind: "question", text });
    const facts = { writerKey: context.caller.key ?? "", commentKey: written.key };
    notice(context, "question", { requestKey: key, to: [request.requesterKey], facts });
    return written;
  },
});

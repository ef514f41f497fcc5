import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { notice } from "../notices/engine/notice.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { requestFacts } from "./engine/request-facts.ts";
import { holdOpenRequest, writeComment, type WrittenComment } from "./engine/write-comment.ts";

/**
 * Answers a question to the requester; more answers to it may follow.
 * @throws NOT_FOUND, REQUEST_FINAL, QUESTION_UNKNOWN
 */
export const answer = defineOperation({
  name: "requests.answer",
  input: z.strictObject({ key: keyInput, question: keyInput, text: filledText(commentMaxCharacters) }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/answer"), facts: (context, { key }) => requestFacts(context, key) },
  ],
  callers: ["user"],
  offered: offeredOn.open,
  audit: { operation: "RQAW", describe: ({ key, question }) => ({ batchId: key, ident: question }) },
  async run(context, { key, question, text }): Promise<WrittenComment> {
    const request = await holdOpenRequest(context, key);
    const asked = await context.store.get("requestComments", question);
    if (asked?.requestKey !== key || asked.kind !== "question")
      throw new ServiceError("QUESTION_UNKNOWN", { target: "question" });
    const written = await writeComment(context, request, { kind: "answer", text, answersKey: question });
    const facts = { writerKey: context.caller.key ?? "", commentKey: written.key };
    notice(context, "answered", { requestKey: key, to: [asked.userKey], facts });
    return written;
  },
});

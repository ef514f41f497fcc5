import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { waitForNobody } from "../approvals/keep-waiting.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { notice } from "../notices/engine/notice.ts";
import { countRequest } from "./engine/count-request.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { requestFacts } from "./engine/request-facts.ts";
import { holdOpenRequest, writeComment, type WrittenComment } from "./engine/write-comment.ts";

/**
 * Resubmits a request that was sent back: the open phase asks its people again.
 * @throws NOT_FOUND, REQUEST_FINAL, NOT_SENT_BACK
 */
export const resubmit = defineOperation({
  name: "requests.resubmit",
  input: z.strictObject({ key: keyInput, comment: filledText(commentMaxCharacters) }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/resubmit"), facts: (context, { key }) => requestFacts(context, key) },
  ],
  callers: ["user"],
  offered: offeredOn.sentBack,
  audit: { operation: "RQRS", describe: ({ key }) => ({ batchId: key }) },
  async run(context, { key, comment }): Promise<WrittenComment> {
    const request = await holdOpenRequest(context, key);
    if (request.sentBackAt === null) throw new ServiceError("NOT_SENT_BACK", { target: "key" });
    const going = await context.store.save("reqbatch", { key, sentBackAt: null });
    await waitForNobody(context, key);
    const written = await writeComment(context, going, { kind: "resubmitted", text: comment });
    await countRequest(context, going);
    const asked = await context.store.select("requestAuthorizers", { where: { requestKey: key, waits: true } });
    const facts = { writerKey: context.caller.key ?? "", commentKey: written.key };
    notice(context, "resubmitted", { requestKey: key, to: asked.map(({ userKey }) => userKey), facts });
    return written;
  },
});

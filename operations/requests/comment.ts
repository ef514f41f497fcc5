import { z } from "zod";

import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { requestFacts } from "./engine/request-facts.ts";
import { holdOpenRequest, writeComment, type WrittenComment } from "./engine/write-comment.ts";

/**
 * Leaves a remark at a request that has not ended.
 * @throws NOT_FOUND, REQUEST_FINAL
 */
export const comment = defineOperation({
  name: "requests.comment",
  input: z.strictObject({ key: keyInput, text: filledText(commentMaxCharacters) }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/comment"), facts: (context, { key }) => requestFacts(context, key) },
  ],
  callers: ["user"],
  offered: offeredOn.open,
  audit: { operation: "RQCM", describe: ({ key }) => ({ batchId: key }) },
  async run(context, { key, text }): Promise<WrittenComment> {
    return writeComment(context, await holdOpenRequest(context, key), { kind: "comment", text });
  },
});

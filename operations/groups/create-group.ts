import { z } from "zod";

import { idMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { withNewIdCase } from "../requests/engine/new-id-case.ts";
import { attributesInput, keyInput } from "../requests/engine/operation-input.ts";
import { nameAttribute } from "../requests/engine/order-subject.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";
import { filledText } from "../text-input.ts";

const input = z.strictObject({
  targetSystemKey: keyInput,
  shortId: filledText(idMaxCharacters),
  attributes: attributesInput.nullish(),
});

/**
 * Creates a group on its target system.
 * @throws PLUGIN_UNUSABLE and every code of `queueOperations`
 */
export const createGroup = defineOperation({
  name: "groups.create",
  operationType: "GROUP_CREATE",
  input,
  policies: [{ name: policyOf.create("groups") }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ targetSystemKey }, operation?: QueuedOperation) => ({
      targetSystem: targetSystemKey,
      ...queuedRow(operation),
    }),
  },
  prepare(context, { targetSystemKey, shortId, attributes }) {
    const creation = {
      code: "CRTG",
      targetSystemKey,
      attributes: { ...attributes, [nameAttribute]: [shortId] },
    } as const;
    return withNewIdCase(context, [creation], null);
  },
  run: (context, _input, operations) => queueOperations(context, { recipientKey: null, operations }),
});

import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { requireRow } from "../read/require-row.ts";
import { changedAttributes } from "../requests/engine/changed-attributes.ts";
import { attributesInput, keyInput } from "../requests/engine/operation-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";

const givenRule = "must change attributes: they are what can be changed of a group";

const input = z
  .strictObject({ key: keyInput, attributes: attributesInput.nullish(), asRead: z.boolean().optional() })
  .refine(({ attributes, asRead }) => attributes !== undefined || asRead === true, {
    path: ["attributes"],
    message: givenRule,
  })
  .meta({ rule: givenRule });

/**
 * Replaces attributes of a group on its target system; those that are not named stay. A group that is sent back as it was
 * read (`asRead`) is changed only where they differ.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const updateGroup = defineOperation<z.output<typeof input>, QueuedOperation | undefined>({
  name: "groups.update",
  operationType: "GROUP_UPDATE",
  input,
  policies: [{ name: policyOf.update("groups") }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key }, operation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async run(context, { key, attributes: given, asRead }): Promise<QueuedOperation | undefined> {
    const { targetSystemKey } = await requireRow(context, "groups", key);
    const attributes = given && asRead ? await changedAttributes(context, { groupKey: key }, given) : given;
    if (!attributes) return undefined;
    return queueOperations(context, {
      recipientKey: null,
      operations: [{ code: "UPDG", targetSystemKey, groupKey: key, attributes }],
    });
  },
});

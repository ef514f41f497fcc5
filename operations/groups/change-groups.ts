import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { attributesInput, keyInput } from "../kernel/inputs/operation-input.ts";
import { nameAttribute } from "../kernel/inputs/operation-names.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { changedAttributes } from "../requests/engine/changed-attributes.ts";
import { withNewIdCase } from "../requests/engine/new-id-case.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedAudit, queuedRow } from "../requests/engine/queued-audit.ts";

/**
 * Creates a group on its target system.
 * @throws PLUGIN_UNUSABLE and every code of `queueOperations`
 */
export const createGroup = defineOperation({
  name: "groups.create",
  operationType: "GROUP_CREATE",
  input: z.strictObject({
    targetSystemKey: keyInput,
    shortId: filledText(idMaxCharacters),
    attributes: attributesInput.nullish(),
  }),
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

const givenRule = "must change attributes: they are what can be changed of a group";
const managedRule =
  "is not changed by PATCH; POST /v2/groups({key})/manage and POST /v2/groups({key})/unmanage change it";

/**
 * Replaces attributes of a group on its target system; those that are not named stay. A group that is sent back as it was
 * read (`asRead`) is changed only where they differ. Another state of management than the present one is refused.
 * @throws NOT_FOUND, INPUT_INVALID and every code of `queueOperations`
 */
export const updateGroup = defineOperation({
  name: "groups.update",
  operationType: "GROUP_UPDATE",
  input: z
    .strictObject({
      key: keyInput,
      attributes: attributesInput.nullish(),
      managed: z.boolean().optional(),
      asRead: z.boolean().optional(),
    })
    .refine(({ attributes, managed, asRead }) => attributes !== undefined || managed !== undefined || asRead === true, {
      path: ["attributes"],
      message: givenRule,
    })
    .meta({ rule: givenRule }),
  policies: [{ name: policyOf.update("groups") }],
  callers: ["user"],
  audit: queuedAudit,
  async run(context, { key, attributes: given, managed, asRead }): Promise<QueuedOperation | undefined> {
    const { targetSystemKey, ...group } = await requireRow(context, "groups", key);
    if (managed !== undefined && managed !== group.managed)
      throw new ServiceError("OPERATION_FIELD_UNFIT", { target: "managed", message: `managed: ${managedRule}.` });
    const attributes = given && asRead ? await changedAttributes(context, { groupKey: key }, given) : given;
    if (!attributes) return undefined;
    return queueOperations(context, {
      recipientKey: null,
      operations: [{ code: "UPDG", targetSystemKey, groupKey: key, attributes }],
    });
  },
});

/**
 * Deletes a group on its target system; its row goes when the target has done so.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const deleteGroup = defineOperation({
  name: "groups.delete",
  operationType: "GROUP_DELETE",
  input: z.strictObject({ key: keyInput }),
  policies: [{ name: policyOf.remove("groups") }],
  callers: ["user"],
  audit: queuedAudit,
  async run(context, { key }) {
    const { targetSystemKey } = await requireRow(context, "groups", key);
    const operations = [{ code: "DELG", targetSystemKey, groupKey: key }] as const;
    return queueOperations(context, { recipientKey: null, operations });
  },
});

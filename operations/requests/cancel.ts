import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, ne, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { cancelRequest, cancellableStatuses, isCancellable } from "./engine/cancel-request.ts";
import { noteEvent } from "./engine/note-event.ts";
import { requestFacts } from "./engine/request-facts.ts";

// A request on hold whose operations are performed has begun.
const withTask = allOf(eq("status", RequestStatus.OnHold), related("operations", ne("task", null)));

/**
 * Cancels a request for its requester or recipient, as long as nothing of it has begun.
 * @throws NOT_FOUND, REQUEST_FINAL, NOT_CANCELLABLE
 */
export const cancel = defineOperation({
  name: "requests.cancel",
  input: z.strictObject({ key: keyInput }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/cancel"), facts: (context, { key }) => requestFacts(context, key) },
  ],
  callers: ["user"],
  offered: ({ policy }) => allOf(policy, oneOf("status", cancellableStatuses), noneOf(withTask)),
  audit: { operation: "RQCN", describe: ({ key }) => ({ batchId: key }) },
  async run(context, { key }): Promise<{ key: string; status: RequestStatus }> {
    const request = await context.store.lock("reqbatch", key);
    if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
    const { status } = request;
    if (isFinal(status)) throw new ServiceError("REQUEST_FINAL", { target: "key" });
    if (!(await isCancellable(context, request))) throw new ServiceError("NOT_CANCELLABLE", { target: "key" });
    noteEvent(context, key, "cancelled", {});
    await cancelRequest(context, request);
    return { key, status: RequestStatus.Cancelled };
  },
});

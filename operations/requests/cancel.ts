import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, ne, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";
import { hasTasks } from "#domain/requests/work-status.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { finishRequest } from "./engine/finish-request.ts";
import { noteEvent } from "./engine/note-event.ts";
import { requestFacts } from "./engine/request-facts.ts";
import type { FinalStatus } from "./engine/tell-end.ts";

// A request that the engine has not seen yet passes through the statuses that it would have waited in.
const ways: { readonly [S in RequestStatus]?: readonly [...RequestStatus[], FinalStatus] } = {
  P: ["A", "W", "K"],
  A: ["W", "K"],
  W: ["K"],
  H: ["K"],
  S: ["K"],
};

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
  offered: ({ policy }) => allOf(policy, oneOf("status", Object.keys(ways)), noneOf(withTask)),
  audit: { operation: "RQCN", describe: ({ key }) => ({ batchId: key }) },
  async run(context, { key }): Promise<{ key: string; status: RequestStatus }> {
    const request = await context.store.lock("reqbatch", key);
    if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
    const status = request.status;
    if (isFinal(status)) throw new ServiceError("REQUEST_FINAL", { target: "key" });
    const way = ways[status];
    const operations = await context.store.select("requestOperations", { where: { requestKey: key } });
    if (!way || hasTasks(operations)) throw new ServiceError("NOT_CANCELLABLE", { target: "key" });
    noteEvent(context, key, "cancelled", {});
    await finishRequest(context, request, way);
    // The workflow learns of the end by a wake and ends too.
    await context.store.outbox.add({ workflowType: "request", workflowId: key });
    return { key, status: RequestStatus.Cancelled };
  },
});

import { z } from "zod";

import { RequestStatus } from "#domain/requests/request-status.ts";

import { askPlugins } from "../approvals/ask-plugins.ts";
import { authorizeSubject, phasesOf } from "../approvals/authorize-subject.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { advanceRequest } from "./engine/advance-request.ts";
import { RequestSubject } from "./engine/request-subject.ts";

/**
 * Asks plug-ins for the authorizers of a request whose moment this process has leased, and opens its next phase with them. If one cannot be
 * used, the request is put on hold with its words. Not handled if another process has done it.
 */
export const findAuthorizers = defineOperation({
  name: "requests.findAuthorizers",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQAA", when: "never" },
  async prepare(context, { key }) {
    const request = await context.store.get("reqbatch", key);
    const isCalculating = request?.status === RequestStatus.CalculatingAuthorizers;
    return isCalculating ? askPlugins(context, new RequestSubject(request)) : new Map();
  },
  async run(context, { key }, named): Promise<{ handled: boolean }> {
    const request = await context.store.lock("reqbatch", key);
    if (!(await context.store.moments.take(key))) return { handled: false };
    if (request?.status !== RequestStatus.CalculatingAuthorizers) return { handled: true };
    const phases = await phasesOf(context, key);
    await advanceRequest(
      context,
      request,
      await authorizeSubject(context, new RequestSubject(request), { phases, named }),
    );
    return { handled: true };
  },
});

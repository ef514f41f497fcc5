import { z } from "zod";

import { RequestStatus } from "#domain/requests/request-status.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { askPlugins } from "./engine/ask-plugins.ts";
import { authorizeRequest, phasesOf } from "./engine/authorize-request.ts";
import { goOn } from "./engine/go-on.ts";

/**
 * Asks plug-ins for the authorizers of a request whose moment this process has leased, and opens its next phase with them. If one cannot be
 * used, the request is put on hold with its words. Not handled if another process has done it.
 */
export const findAuthorizers = defineOperation({
  name: "requests.findAuthorizers",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQAA", when: "never" },
  prepare: (context, { key }) => askPlugins(context, key),
  async run(context, { key }, named): Promise<{ handled: boolean }> {
    const request = await context.store.lock("reqbatch", key);
    if (!(await context.store.moments.take(key))) return { handled: false };
    if (request?.status !== RequestStatus.CalculatingAuthorizers) return { handled: true };
    const phases = await phasesOf(context, key);
    await goOn(context, request, await authorizeRequest(context, phases, new Map(), named));
    return { handled: true };
  },
});

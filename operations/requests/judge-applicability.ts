import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { ApplicabilityAnswer } from "#domain/requests/applicability.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { pluginServices } from "../plug-ins/engine/plugin-services.ts";
import { applicabilityPlugin, isAskedNow } from "./engine/ask-applicable.ts";
import { noteEvent } from "./engine/note-event.ts";
import { pluginOperation, pluginRequest } from "./engine/plugin-request.ts";

type Operation = Row<"requestOperations">;

/** Answer of a plug-in about one attempt. */
interface Answered {
  readonly attempt: number;
  readonly plugin: string;
  readonly answer: ApplicabilityAnswer;
  readonly reason: string | null;
}

/**
 * Asks the plug-in of a target system if an operation whose moment this process has leased still applies, and wakes its request with the
 * answer. One that cannot be used gives the answer `unknown`. Not handled if another process has done it.
 */
export const judgeApplicability = defineOperation({
  name: "requests.judgeApplicability",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQST", when: "never" },
  async prepare(context, { key }): Promise<Answered | undefined> {
    const operation = await context.store.get("requestOperations", key);
    if (operation === undefined || !isWaiting(operation)) return undefined;
    const plugin = await applicabilityPlugin(context, operation);
    const request = await context.store.get("reqbatch", operation.requestKey);
    if (plugin === undefined || request === undefined) return undefined;
    return askPlugin(context, { operation, request, plugin });
  },
  async run(context, { key }, answered): Promise<{ handled: boolean }> {
    const { store } = context;
    const found = await store.get("requestOperations", key);
    const request = found && (await store.lock("reqbatch", found.requestKey));
    if (!(await store.moments.take(key))) return { handled: false };
    const operation = request && (await store.lock("requestOperations", key));
    if (operation === undefined || !isWaiting(operation)) return { handled: true };
    const { requestKey } = operation;
    // Without an answer its target names no plug-in any more, which its request finds.
    if (answered?.attempt === operation.askedAttempt) {
      const { attempt, plugin, answer, reason } = answered;
      await store.save("requestOperations", { key, applicability: answer, applicabilityReason: reason });
      noteEvent(context, requestKey, "applicability", { operation: key, attempt, plugin, answer, reason });
    }
    await store.outbox.add({ workflowType: "request", workflowId: requestKey });
    return { handled: true };
  },
});

function isWaiting(operation: Operation): boolean {
  return !isFinalResult(operation.result) && isAskedNow(operation);
}

interface Asked {
  readonly operation: Operation;
  readonly request: Row<"reqbatch">;
  readonly plugin: string;
}

async function askPlugin(context: CallContext, { operation, request, plugin }: Asked): Promise<Answered> {
  const { sends: tries, askedAttempt } = operation;
  const question = {
    request: await pluginRequest(context, request),
    operation: pluginOperation(operation),
    tries,
  };
  const about = { attempt: askedAttempt ?? 0, plugin };
  try {
    const services = pluginServices(context);
    const { applicable, reason = null } = await context.plugins.ask({
      kind: "stillApplicable",
      name: plugin,
      request: question,
      services,
    });
    return { ...about, answer: applicable ? "applicable" : "notApplicable", reason };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    return { ...about, answer: "unknown", reason: error.message };
  }
}

import { z } from "zod";

import { hasMoments, type RequestMoment } from "#domain/requests/request-moments.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { authorizationOf } from "./engine/authorize-request.ts";
import { finishRequest } from "./engine/finish-request.ts";
import { noteNext } from "./engine/go-on.ts";
import { momentsOf } from "./engine/moments-of.ts";

type Request = Row<"reqbatch">;

/**
 * Does what is due of a request whose moment this process has leased. What that is follows from its rows and the clock;
 * while it goes on waiting its next moment is noted. Not handled: another process has taken it, or it waits no more.
 */
export const handleMoment = defineOperation({
  name: "requests.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQMO", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const { store, clock } = context;
    // Whoever changes a request holds it before its moment, so that two of them cannot wait for each other.
    const request = await store.lock("reqbatch", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (!request || isFinal(request.status)) return { handled: true };
    // Somebody has started its workflow before its time, and it has begun: from now on it is looked after like every other.
    if (!hasMoments(request.status)) await wake(context, request);
    const due = (await momentsOf(context, request)).filter(({ at }) => at <= clock.now());
    for (const moment of due) await handle(context, request, moment);
    if (due.every(({ kind }) => kind === "reminder"))
      await noteNext(context, request, await momentsOf(context, request));
    return { handled: true };
  },
});

function handle(context: CallContext, request: Request, moment: RequestMoment): Promise<void> {
  switch (moment.kind) {
    case "expiry":
      return expire(context, request);
    case "start":
      return wake(context, request);
    // Its plug-ins are asked by those who have the time for it.
    case "authorizers":
      return noteNext(context, request, [moment]);
    default:
      return remind(context, moment.key);
  }
}

/** Notes that somebody is reminded; the change log tells those who bring it to them. */
async function remind({ store, clock }: CallContext, key: string): Promise<void> {
  await store.save("requestAuthorizers", { key, remindedAt: clock.now() });
}

/** Ends a request that nobody has decided in time; the engine hears of it where it knows the request. */
async function expire(context: CallContext, request: Request): Promise<void> {
  if (request.status === RequestStatus.OnHold) {
    if (await finishRequest(context, request, ["A", "W", "E"])) await wake(context, request);
    return;
  }
  // What was decided in time has told the engine already.
  if ((await authorizationOf(context, request)) !== "waiting") return;
  if (await finishRequest(context, request, [RequestStatus.Expired])) await wake(context, request);
}

function wake({ store }: CallContext, { key }: Request): Promise<void> {
  return store.outbox.add({ workflowType: "request", workflowId: key });
}

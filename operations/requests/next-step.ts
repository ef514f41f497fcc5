import { z } from "zod";

import { startOf } from "#domain/requests/request-start.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";
import type { RequestStep, RequestStepInput } from "#domain/requests/request-step.ts";
import { hasTasks } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import { authorizationOf } from "../approvals/authorize-subject.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { mayContinue } from "../kernel/operation-identifiers.ts";
import { advanceOperations } from "./engine/advance-operations.ts";
import { advanceRequest } from "./engine/advance-request.ts";
import { changeStatus } from "./engine/change-status.ts";
import { finishRequest } from "./engine/finish-request.ts";
import { followStart } from "./engine/follow-start.ts";
import { refuseLaterSteps } from "./engine/refuse-later-steps.ts";
import { RequestSubject } from "./engine/request-subject.ts";

type Request = Row<"reqbatch">;

/**
 * Performs the hub step of the workflow `request`: advances a request as far as its rows and the clock allow, and returns the next work. It
 * runs once per run and ordinal; a repeat gives the same answer.
 */
export const nextStep = defineOperation({
  name: "requests.nextStep",
  input: z.strictObject({
    key: z.string(),
    run: z.string(),
    ordinal: z.int().min(0),
    wakes: z.int().min(0),
    ended: z.array(z.strictObject({ operationKeys: z.array(z.string()), failure: z.string().nullable() })),
    held: z.array(z.string()),
  }),
  callers: ["engine"],
  audit: { operation: "RQST", when: "never" },
  async run(context, input): Promise<RequestStep> {
    const { key, run, ordinal, wakes } = input;
    const done = await context.store.steps.once(
      { workflowId: key, step: run, ordinal },
      async () => ({ step: await advance(context, input), wakes }),
      // The row itself says that the request has ended, and its steps are forgotten with its end.
      ({ step }) => step.do !== "finished",
    );
    // The answer to wait may be older than a wake that this run of the step has seen, so it has to ask once more.
    if (done.step.do === "wait" && wakes > done.wakes) return { do: "wait", waitMs: 1 };
    return done.step;
  },
});

async function advance(context: CallContext, input: RequestStepInput): Promise<RequestStep> {
  const request = await context.store.lock("reqbatch", input.key);
  if (!request) return { do: "finished" };
  // Another node has taken it over: it alone goes on.
  if ((await context.store.homes.elsewhere("reqbatch", input.key)) !== undefined) {
    await context.store.outbox.settle({ workflowType: "request", workflowId: input.key });
    return { do: "finished" };
  }
  if (isFinal(request.status)) {
    // Who ended the request from outside has left a wake behind, and it has now arrived.
    await context.store.outbox.settle({ workflowType: "request", workflowId: input.key });
    return { do: "finished" };
  }
  if (!(await mayContinue(context, request.operationId)) && (await refuseLaterSteps(context, request))) {
    return { do: "finished" };
  }
  const step = await advanceByStatus(context, request, input);
  context.log.info(
    { requestId: request.requestId, requestKey: request.key, status: request.status, next: step.do },
    "request step",
  );
  return step;
}

async function advanceByStatus(context: CallContext, request: Request, input: RequestStepInput): Promise<RequestStep> {
  switch (request.status) {
    case RequestStatus.Processing:
    case RequestStatus.CalculatingAuthorizers:
    case RequestStatus.WaitingForAuthorization:
      return advanceAuthorization(context, request, input);
    case RequestStatus.Scheduled:
      return begin(context, await followStart(context, request), [], input);
    case RequestStatus.Performing:
      return advanceOperations(context, request, input);
    case RequestStatus.WaitingForImplementer:
      return advanceTasks(context, request, input);
    default:
      return { do: "wait", waitMs: null };
  }
}

/** Advances a request whose implementers have done something; one that has waited since before there were tasks goes on waiting. */
async function advanceTasks(context: CallContext, request: Request, input: RequestStepInput): Promise<RequestStep> {
  const operations = await context.store.select("requestOperations", { where: { requestKey: request.key } });
  return hasTasks(operations) ? advanceOperations(context, request, input) : { do: "wait", waitMs: null };
}

async function advanceAuthorization(
  context: CallContext,
  request: Request,
  input: RequestStepInput,
): Promise<RequestStep> {
  const now = context.clock.now();
  const path = pathToAuthorization[request.status] ?? [];
  const authorization = await authorizationOf(context, new RequestSubject(request));
  if (authorization === "denied") {
    await finishRequest(context, request, [...path, "D"]);
    return { do: "finished" };
  }
  const waitsFor: RequestStatus[] = request.status === RequestStatus.WaitingForAuthorization ? [] : [...path, "W"];
  if (authorization === "waiting" && now >= request.expiresAt) {
    await finishRequest(context, request, [...waitsFor, "E"]);
    return { do: "finished" };
  }
  if (authorization === "calculating" || authorization === "held") {
    await advanceRequest(context, request, authorization);
    return { do: "wait", waitMs: request.expiresAt - now };
  }
  if (authorization === "waiting") {
    if (waitsFor.length > 0) await changeStatus(context, request, waitsFor);
    return { do: "wait", waitMs: request.expiresAt - now };
  }
  const approved = await followStart(context, request);
  if (startOf(approved) > now) {
    const scheduled = await changeStatus(context, approved, [...waitsFor, "S"]);
    return begin(context, scheduled, [], input);
  }
  return begin(context, approved, path, input);
}

const pathToAuthorization: { readonly [S in RequestStatus]?: readonly RequestStatus[] } = { P: ["A"], A: [], W: [] };

async function begin(
  context: CallContext,
  request: Request,
  path: readonly RequestStatus[],
  input: RequestStepInput,
): Promise<RequestStep> {
  const early = startOf(request) - context.clock.now();
  if (early > 0) return { do: "wait", waitMs: early };
  return advanceOperations(context, await changeStatus(context, request, [...path, "X"]), input);
}

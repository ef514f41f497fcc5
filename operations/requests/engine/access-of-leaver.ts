import { accessEndPauseMs, accessEndWaitMs } from "#domain/access-limits.ts";
import { requestOperationsMax } from "#domain/limits.ts";
import { leavingPageMax } from "#domain/people-limits.ts";
import { allOf, anyOf, eq, gt, related } from "#domain/query/condition.ts";
import { leaverWay } from "#domain/requests/leaver-access.ts";
import { endAccessCode } from "#domain/requests/named-codes.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { PlannedPhase } from "../../approvals/planned-phase.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { LeaverStep, StepProgress } from "../../kernel/leaver-step.ts";
import { endGrantNow } from "../../kernel/rows/end-grant-now.ts";
import { presentManagerOf } from "../../kernel/rows/present-manager.ts";
import { acceptRequest } from "./accept-request.ts";
import { cancelRequest, isCancellable } from "./cancel-request.ts";

const dayMs = 86_400_000;

/**
 * Ends the access of a person who has left, as LEAVER_ACCESS says: at once, after days, or once the manager has approved the request for it.
 * Where nobody decides about that, the access ends after the days. What ends is taken away like all access whose time is over.
 */
export const endAccessOfLeaver: LeaverStep<CallContext> = {
  async handle(context, userKey) {
    const { store, clock, settings } = context;
    const [step] = await store.select("leavingSteps", { where: { userKey, step: "access" }, limit: 1 });
    const lasting = await lastingAccess(context, userKey);
    if (step === undefined || settings.leaverAccess === "keep") return nothingLeft;
    if (lasting.length === 0) return afterRequests(context, userKey);
    const request = await requestOf(context, step);
    const way = leaverWay(settings.leaverAccess, {
      nowMs: clock.now(),
      latestMs: step.begunAt + settings.leaverAccessDays * dayMs,
      decision: request === undefined ? null : await decisionOf(context, request),
      canDecide: (await presentManagerOf(context, userKey)) !== null,
    });
    switch (way.do) {
      case "keep":
        return nothingLeft;
      case "end":
        for (const grant of lasting) await endGrantNow(context, grant);
        return lasting.length === leavingPageMax
          ? { items: lasting.length, more: true }
          : { ...(await afterRequests(context, userKey)), items: lasting.length };
      case "wait":
        return { items: 0, more: true, againAtMs: way.untilMs };
      case "ask":
        return { items: 0, more: true, againAtMs: clock.now() + (await ask(context, step)) };
      case "await":
        return { items: 0, more: true, againAtMs: clock.now() + accessEndPauseMs };
    }
  },
  async stopped(context, userKey) {
    const [step] = await context.store.select("leavingSteps", { where: { userKey, step: "access" }, limit: 1 });
    const request = step === undefined ? undefined : await requestOf(context, step);
    if (request !== undefined && (await isCancellable(context, request))) await cancelRequest(context, request);
  },
};

const nothingLeft: StepProgress = { items: 0, more: false };

/** Returns the progress without access: done, unless an operation that has begun may still give some. */
async function afterRequests({ store, clock }: CallContext, recipientKey: string): Promise<StepProgress> {
  if ((await store.count("reqbatch", { recipientKey, active: true, direct: false })) === 0) return nothingLeft;
  return { items: 0, more: true, againAtMs: clock.now() + accessEndPauseMs };
}

function isLasting({ clock }: CallContext, userKey: string) {
  const hasTime = anyOf(eq("until", null), gt("until", clock.now()));
  return allOf(eq("userKey", userKey), eq("endedAt", null), eq("throughGroup", null), hasTime);
}

/** Returns direct access of a person whose end has not come, as much as one transaction ends. */
function lastingAccess(context: CallContext, userKey: string): Promise<readonly Row<"grants">[]> {
  return context.store.select("grants", {
    where: isLasting(context, userKey),
    orderBy: [["key", "asc"]],
    limit: leavingPageMax,
    forUpdate: true,
  });
}

async function requestOf({ store }: CallContext, { requestKey }: Row<"leavingSteps">) {
  return requestKey === null ? undefined : store.lock("reqbatch", requestKey);
}

/** Returns the status of the request for the end; one that was denied because nobody was left to decide counts as expired. */
async function decisionOf(
  { store }: CallContext,
  { key: requestKey, status }: Row<"reqbatch">,
): Promise<RequestStatus> {
  if (status !== RequestStatus.Denied) return status;
  const isDecided = (await store.count("decisions", { requestKey, voidedAt: null })) > 0;
  return isDecided ? status : RequestStatus.Expired;
}

/** Phase in which the manager of the leaver decides. */
const managerDecides: PlannedPhase = {
  sequence: 1,
  targetSystemKey: null,
  resourceType: null,
  resourceKey: null,
  ruleKey: null,
  ruleVersion: null,
  rule: "any(1, manager)",
  minApprovals: 1,
  maxDenials: 1,
  reasonRequired: "never",
  mayEdit: false,
};

/** Asks the manager to approve the end of the access, and returns the pause after which to look again. */
async function ask(context: CallContext, step: Row<"leavingSteps">): Promise<number> {
  const { store } = context;
  const { key, userKey } = step;
  // The open requests of the person are cancelled first; this one is to stay.
  const isBefore = { userKey, step: "requests", state: "open" } as const;
  if ((await store.count("leavingSteps", isBefore)) > 0) return accessEndWaitMs;
  const targets = await store.select("targetSystems", {
    where: allOf(related("grants", isLasting(context, userKey)), eq("enabled", true)),
    orderBy: [["id", "asc"]],
    limit: requestOperationsMax,
  });
  if (targets.length === 0) return accessEndPauseMs;
  const operations = targets.map(({ id }) => ({ code: endAccessCode, targetSystemKey: id }));
  const request = await acceptRequest(context, {
    recipientKey: userKey,
    ownerKey: userKey,
    operations,
    decidedBy: [managerDecides],
  });
  await store.save("leavingSteps", { key, requestKey: request.key });
  return accessEndPauseMs;
}

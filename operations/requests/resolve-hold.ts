import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { authorizersMax, commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { HoldDecision } from "#domain/requests/hold-decision.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { ruleOfPhase } from "#domain/requests/phase-rules/rule-of-phase.ts";
import type { People } from "#domain/requests/phase-rules/rule.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import { authorizeSubject, phasesOf } from "../approvals/authorize-subject.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { findPeople } from "../people/engine/find-people.ts";
import { advanceRequest } from "./engine/advance-request.ts";
import { changeStatus } from "./engine/change-status.ts";
import { finishRequest } from "./engine/finish-request.ts";
import { noteEvent } from "./engine/note-event.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { RequestSubject } from "./engine/request-subject.ts";
import { resolveTasks, unassignedTasks } from "./engine/resolve-tasks.ts";

const assignRule = "must name those to whom it is given where decision is assign, and nobody otherwise";

const input = z
  .strictObject({
    key: keyInput,
    decision: z.enum(HoldDecision),
    reason: filledText(commentMaxCharacters),
    userKeys: z.array(keyInput).max(authorizersMax).nullish(),
    minApprovals: z.int().min(1).max(authorizersMax).nullish(),
  })
  .refine(({ decision, userKeys }) => (decision === HoldDecision.Assign) === (userKeys ?? []).length > 0, {
    path: ["userKeys"],
    message: assignRule,
  })
  .meta({ rule: assignRule });

type Input = z.output<typeof input>;

/** Decision about a request on hold. */
export interface ResolvedHold {
  readonly key: string;
  readonly decision: HoldDecision;
  readonly status: RequestStatus;
}

/**
 * Resolves the hold of a request by a workflow manager's decision. `release` asks everyone whom its phase names, and its plug-ins again.
 * `deny` denies it. `assign` gives its phase to other users, each of whom may deny, and none of whom is requester or recipient. If nobody is
 * left to implement operations, they are offered again, failed, or assigned to users other than the recipient.
 * @throws NOT_FOUND, REQUEST_FINAL, NOT_ON_HOLD, AUTHORIZER_UNFIT, LIMIT_EXCEEDED
 */
export const resolveHold = defineOperation({
  name: "requests.resolveHold",
  input,
  policies: policiesOfChange("action", "requests/resolveHold"),
  offered: offeredOn.onHold,
  callers: ["user"],
  audit: {
    operation: "RQRH",
    describe: ({ key, decision, reason }) => ({ batchId: key, message: `${decision}: ${reason}` }),
  },
  async run(context, given): Promise<ResolvedHold> {
    const { key, decision, reason } = given;
    const request = await lockedRow(context, { table: "reqbatch", policy: policyOf.get("requests"), key });
    if (isFinal(request.status)) throw new ServiceError("REQUEST_FINAL", { target: "key" });
    if (request.status !== RequestStatus.OnHold) throw new ServiceError("NOT_ON_HOLD", { target: "key" });
    const tasks = await unassignedTasks(context, key);
    if (tasks.length > 0) return { key, decision, status: await resolveTasks(context, { request, tasks }, given) };
    const phases = await phasesOf(context, key);
    const held = phases.find(({ state }) => state === PhaseState.Pending);
    if (!held) throw new ServiceError("INTERNAL", { detail: `the request ${key} is on hold without a phase` });
    const users = [...new Set(given.userKeys)];
    const minApprovals = users.length === 0 ? null : (given.minApprovals ?? 1);
    noteEvent(context, key, "resolved", { phase: held.sequence, decision, reason, users, minApprovals });
    if (decision === HoldDecision.Deny) {
      await finishRequest(context, request, ["A", "D"]);
      return { key, decision, status: RequestStatus.Denied };
    }
    const phase = await context.store.save("requestPhases", {
      ...(minApprovals === null
        ? {}
        : await assigned(context, given, {
            request,
            users,
            minApprovals,
          })),
      key: held.key,
      manyAllowed: true,
    });
    const going = await changeStatus(context, request, [RequestStatus.CalculatingAuthorizers], { holdReason: null });
    const all = phases.map((one) => (one.key === phase.key ? phase : one));
    const { status } = await advanceRequest(
      context,
      going,
      await authorizeSubject(context, new RequestSubject(going), { phases: all }),
    );
    return { key, decision, status };
  },
});

interface Assigned {
  readonly request: Row<"reqbatch">;
  readonly users: readonly string[];
  readonly minApprovals: number;
}

const ownRequest =
  "Nobody is given their own request: this user has asked for it, or it is for this user. Name others.";

/** Returns the columns of a phase that is assigned to users, with the only rule that these decide it. */
async function assigned(
  context: CallContext,
  { userKeys }: Input,
  { request, users, minApprovals }: Assigned,
): Promise<Partial<Row<"requestPhases">>> {
  const unfit = (user: string, message?: string) =>
    new ServiceError("AUTHORIZER_UNFIT", { target: `userKeys.${userKeys?.indexOf(user) ?? 0}`, message });
  const party = users.find((user) => [request.requesterKey, request.recipientKey].includes(user));
  if (party !== undefined) throw unfit(party, ownRequest);
  const wordOf = (name: string): People => ({ kind: "user", name });
  const words = users.map(wordOf);
  const { found } = await findPeople(context, words, { requesterKey: "", recipientKey: "", groupKeys: [] });
  const unknown = users.find((user) => found.get(printRule(wordOf(user)))?.length !== 1);
  if (unknown !== undefined) throw unfit(unknown);
  if (minApprovals > users.length) throw new ServiceError("AUTHORIZER_UNFIT", { target: "minApprovals" });
  const authorizers = words.map((people) => ({ people, veto: false, inputRequired: false }));
  const rule = printRule(ruleOfPhase({ minApprovals, maxDenials: 1, authorizers }));
  // It is no longer a phase of its resource, so edits of that one do not reach it.
  return { rule, ruleKey: null, ruleVersion: null, minApprovals, maxDenials: 1 };
}

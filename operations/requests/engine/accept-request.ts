import { ServiceError } from "#domain/errors.ts";
import { originOf } from "#domain/requests/request-origin.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import { openPhases, savePhases } from "../../approvals/open-phases.ts";
import type { PlannedPhase } from "../../approvals/planned-phase.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import type { Authorization } from "../../kernel/subject.ts";
import { advanceRequest } from "./advance-request.ts";
import { heldOperations } from "./already-held.ts";
import { type CheckedSubmission, checkOperations } from "./check-operations.ts";
import { countSelfApproved } from "./count-self-approved.ts";
import { noteStart, startOfRecipient } from "./follow-start.ts";
import { followWithTickets, namesTicketSystem } from "./follow-with-tickets.ts";
import { type LockOfPerson, requireSod } from "./judge-sod.ts";
import { noteSubmitted } from "./note-event.ts";
import { requireRoom } from "./open-requests.ts";
import { requireExpanded } from "./performers-of.ts";
import { type PhasedTemplate, type PhasePlan, planPhases, withRulePhases } from "./plan-phases.ts";
import { RequestSubject } from "./request-subject.ts";
import { noteRequestedGroups } from "./requested-groups.ts";
import { placedOperations, type PlacedOperation, requirePhases } from "./require-phases.ts";
import { saveOperations, type SavedOperation, saveRequest } from "./save-request.ts";
import { tellHeld } from "./tell-held.ts";

/** Input of a new request. */
export interface AskedRequest {
  /** Key of the recipient; the requester's if it is about objects without owner. */
  readonly recipientKey: string;
  /** Owner of the accounts that it may be about; null for accounts without owner. */
  readonly ownerKey: string | null;
  readonly reason?: string | null | undefined;
  readonly startAt?: number | null | undefined;
  readonly operations: readonly RequestedOperation[];
  /** Batch that contains it, with the template by which it is requested; undefined if it is submitted alone. */
  readonly batch?: RequestingBatch | undefined;
  /** Phases that decide instead of those of what is requested, for operations that a request of people cannot hold. */
  readonly decidedBy?: readonly PlannedPhase[];
  /** Writes rows that belong to it besides its own, before the request continues. */
  withIt?(request: Row<"reqbatch">, operations: readonly SavedOperation[]): Promise<void>;
}

/** Batch of requests that a template gives. */
export interface RequestingBatch extends PhasedTemplate {
  readonly batchKey: string;
}

/** Input of the checks of a request, which name its template, if any, without a batch. */
interface JudgedInput extends Pick<AskedRequest, "ownerKey" | "operations" | "decidedBy"> {
  readonly batch?: PhasedTemplate | undefined;
}

/** Operations that can be requested, each followed by those that its attributes amount to, with their phases. */
export interface JudgedRequest {
  readonly checked: CheckedSubmission;
  readonly decided: readonly PlacedOperation[];
  readonly plan: PhasePlan;
}

/**
 * Checks the operations of a request, that people or `autoApprove` decide about each, and that no rule of separation of duties is in the way.
 * Where such a rule names what is asked for, `lock` locks the recipient first.
 * @throws PHASES_MISSING, SOD_FORBIDDEN, SOD_EXCEPTION_NEEDED and every code of `checkOperations`
 */
export async function judgeRequest(
  context: CallContext,
  { ownerKey, operations, batch, decidedBy }: JudgedInput,
  lock?: LockOfPerson,
): Promise<JudgedRequest> {
  const whose = decidedBy === undefined ? { ownerKey } : ({ direct: true } as const);
  const checked = await checkOperations(context, { operations, ...whose, personKey: ownerKey });
  const decided = placedOperations(checked.operations);
  // Accounts without owner are nobody's.
  const judged = ownerKey === null ? undefined : { recipientKey: ownerKey, operations: decided };
  const sodRules = judged === undefined ? [] : await requireSod(context, judged, lock);
  if (decidedBy !== undefined) {
    const phases = await withRulePhases(context, decidedBy, sodRules);
    return { checked, decided, plan: { phases, resources: decided.map(() => []) } };
  }
  const plan = await planPhases(context, decided, { groups: checked.groups, template: batch, sodRules });
  await requirePhases(context, decided, plan);
  return { checked, decided, plan };
}

/**
 * Accepts a request in the current transaction: its operations with their order, its approval phases, and the start of its workflow, or the
 * time for which it waits.
 * @throws START_IN_PAST, REQUEST_OPEN, REQUESTS_OPEN_MAX, PHASES_MISSING, MANAGER_MISSING, LIMIT_EXCEEDED, SELF_APPROVED_MAX,
 * SOD_FORBIDDEN, SOD_EXCEPTION_NEEDED and every code of `checkOperations`
 */
export async function acceptRequest(context: CallContext, asked: AskedRequest): Promise<Row<"reqbatch">> {
  const { recipientKey, ownerKey, batch } = asked;
  await requireExpanded(context, asked);
  // Of two requests side by side that are only together forbidden, the second sees the first.
  const lock = (key: string) => context.store.lock("users", key);
  const { checked, decided, plan } = await judgeRequest(context, asked, lock);
  const first = await openFirst(context, { recipientKey, operations: decided }, plan);
  const { authorization, opened, stopped } = first;
  const status = statusAtFirst[authorization];
  const holdReason = stopped?.stop === "held" ? stopped.reason : null;
  const selfApproved = await countSelfApproved(context, authorization, checked.operations.length);
  const { reason, startAt } = asked;
  const numbered = checked.operations.map((operation, index) => ({ ...operation, sequence: index + 1 }));
  const alreadyHeld = ownerKey === null ? [] : await heldOperations(context, ownerKey, numbered);
  const taken = await requireRoom(context, { recipientKey, operations: checked.operations });
  const recipientStartsAt = await startOfRecipient(context, recipientKey);
  const starts = { startAt, recipientStartsAt };
  const ticketed = await namesTicketSystem(context, [...checked.targets.keys()]);
  const authorized = { status, holdReason, selfApproved, alreadyHeld, ticketed };
  const batchKey = batch?.batchKey ?? null;
  const request = await saveRequest(context, { reason, ...starts, recipientKey, batchKey, ...authorized });
  const owned = ownerKey === null ? { associatedBy: "none" as const } : {};
  const wanted = taken.map((operation) => ({ ...operation, ...owned }));
  const saved = await saveOperations(context, request.key, wanted);
  await noteRequestedGroups(context, checked.groups.values());
  await asked.withIt?.(request, saved);
  noteSubmitted(context, { request, operations: saved, phases: plan.phases.length });
  if (recipientStartsAt !== null) noteStart(context, request);
  // The phases of a request that is approved at once are opened by the engine.
  await savePhases(context, new RequestSubject(request), plan.phases, authorization === "approved" ? [] : opened);
  if (stopped?.stop === "held") await tellHeld(context, request, stopped);
  await followWithTickets(context, request);
  return advanceRequest(context, request, authorization);
}

const statusAtFirst = {
  waiting: RequestStatus.WaitingForAuthorization,
  calculating: RequestStatus.CalculatingAuthorizers,
  held: RequestStatus.OnHold,
  approved: RequestStatus.Processing,
  denied: RequestStatus.Processing,
} as const satisfies Readonly<Record<Authorization, RequestStatus>>;

type Opening = Pick<CheckedSubmission, "operations"> & { readonly recipientKey: string };

/** Opens the first phases of a submission, before anything is saved, so that the request is saved with its right status. */
async function openFirst(context: CallContext, { recipientKey, operations }: Opening, { phases }: PhasePlan) {
  const subject = {
    key: null,
    isNew: true,
    requesterKey: context.caller.key ?? "",
    recipientKey,
    origin: originOf(context.caller.module),
    items: async () => operations,
    decisions: async () => [],
  };
  const openings = await openPhases(context, { subject, phases });
  if (openings.authorization === "denied" && openings.opened.at(-1)?.managerMissing === true)
    throw new ServiceError("MANAGER_MISSING", { target: "recipientKey" });
  return openings;
}
